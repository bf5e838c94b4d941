// Plans placements by beam search over the falling piece, the held one and the visible next ones.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "rules.h"

namespace bot {

using rules::Board;
using rules::Piece;
using rules::Shape;
using rules::Spin;

enum class Step : uint8_t { kLeft, kRight, kClockwise, kCounter, kSoftDrop, kHold, kHardDrop };

// Goal of a part of the scenario.
enum class Goal { kFourLines, kSpin, kLines };

struct Placement {
  Piece piece;
  Spin spin = Spin::kNone;
  std::vector<Step> steps;  // Ends with the hard drop.
};

// Every resting place that shifts and turns at the top, then a hard drop, reach. With `spins` also
// those that need a soft drop to the ground and then shifts and turns.
inline std::vector<Placement> placements(const Board &board, Shape shape, bool spins) {
  struct Node {
    Piece piece;
    int kick;
    int parent;
    Step step;
    bool low;
  };
  std::vector<Placement> found;
  const auto start = rules::spawn(board, shape);
  if (!start) return found;
  std::vector<Node> nodes{{*start, -1, -1, Step::kHardDrop, false}};
  std::map<std::tuple<int, int, int, int, bool>, bool> seen;
  std::map<std::tuple<int, int, int, int>, bool> placed;
  auto visit = [&](const Piece &piece, int kick, int parent, Step step, bool low) {
    const int memory = shape == rules::T ? (kick < 0 ? 0 : kick == 4 ? 2 : 1) : 0;
    if (!board.fits(piece) ||
        !seen.emplace(std::tuple{piece.rotation, piece.x, piece.y, memory, low}, true).second)
      return;
    nodes.push_back({piece, kick, parent, step, low});
  };
  auto place = [&](const Node &node, int index) {
    const Piece rest = rules::dropped(board, node.piece);
    const Spin spin = rules::spin_of(board, rest, rest == node.piece ? node.kick : -1);
    if (!placed.emplace(std::tuple{rest.rotation, rest.x, rest.y, int(spin)}, true).second) return;
    Placement placement{rest, spin, {Step::kHardDrop}};
    for (int at = index; nodes[at].parent >= 0; at = nodes[at].parent)
      placement.steps.push_back(nodes[at].step);
    std::reverse(placement.steps.begin(), placement.steps.end());
    found.push_back(std::move(placement));
  };
  auto spread = [&](size_t from) {
    for (size_t index = from; index < nodes.size(); ++index) {
      const Node node = nodes[index];
      place(node, int(index));
      visit(rules::moved(node.piece, -1, 0), -1, int(index), Step::kLeft, node.low);
      visit(rules::moved(node.piece, 1, 0), -1, int(index), Step::kRight, node.low);
      if (shape == rules::O) continue;
      for (int direction : {1, -1})
        if (const auto turned = rules::turn(board, node.piece, direction))
          visit(turned->piece, turned->kick, int(index),
                direction > 0 ? Step::kClockwise : Step::kCounter, node.low);
    }
  };
  spread(0);
  if (spins) {
    const size_t high = nodes.size();
    for (size_t index = 0; index < high; ++index) {
      const Piece rest = rules::dropped(board, nodes[index].piece);
      visit(rest, -1, int(index), Step::kSoftDrop, true);
    }
    spread(high);
  }
  return found;
}

// Value of a board for a goal; higher is better.
class Judge {
 public:
  explicit Judge(Goal goal) : goal_(goal) {}

  double board(const Board &board) const {
    std::array<int, rules::kColumns> heights{};
    for (int x = 0; x < rules::kColumns; ++x)
      for (int y = rules::kRows - 1; y >= 0 && heights[x] == 0; --y)
        if (board.occupied(x, y)) heights[x] = y + 1;
    const int columns = goal_ == Goal::kFourLines ? rules::kColumns - 1 : rules::kColumns;
    double value = 0;
    int holes = 0;
    for (int x = 0; x < columns; ++x) {
      for (int y = 0; y < heights[x]; ++y) holes += !board.occupied(x, y);
      if (x + 1 < columns) {
        const int step = std::abs(heights[x] - heights[x + 1]);
        value -= step + (step > 2 ? 2.0 * (step - 2) : 0);
      }
      value -= heights[x] > 7 ? 6.0 * (heights[x] - 7) : 0;
    }
    if (goal_ == Goal::kFourLines) {
      // The last column is a well for the line. Cells in it only raise its floor.
      const int floor = heights[rules::kColumns - 1];
      value -= 8.0 * floor;
      for (int y = floor; y < floor + 4 && (board.rows[y] & 0x1FF) == 0x1FF; ++y) value += 12;
    }
    if (goal_ == Goal::kSpin) {
      const auto [bonus, forgiven] = spin_slot(board, heights);
      value += bonus;
      holes -= forgiven;
    }
    return value - 12.0 * holes;
  }

  // Value of a lock. `chained`: the lock before it cleared lines too.
  double lock(Spin spin, int lines, bool chained) const {
    switch (goal_) {
      case Goal::kFourLines: return lines == 4 ? 1000 : -4.0 * lines;
      case Goal::kSpin: return spin == Spin::kFull && lines > 0 ? 600 + 400 * lines : -40.0 * lines;
      default: return 6.0 * lines + (lines > 0 && chained ? 100 : 0);
    }
  }

 private:
  // The best hole for a T that points down under an overhang: a bonus, and the number of covered
  // cells that are not counted as holes.
  static std::pair<double, int> spin_slot(const Board &board,
                                          const std::array<int, rules::kColumns> &heights) {
    double best = 0;
    int forgiven = 0;
    for (int x = 1; x + 1 < rules::kColumns; ++x) {
      const int y = heights[x];
      if (y + 3 >= rules::kVisibleRows || !board.occupied(x - 1, y) || !board.occupied(x + 1, y))
        continue;
      for (int side : {-1, 1}) {
        const bool roof = board.occupied(x + side, y + 2);
        if (board.occupied(x + side, y + 1) || heights[x - side] > y + 1) continue;
        if (!roof && heights[x + side] > y + 1) continue;
        const int filled =
            __builtin_popcount(board.rows[y]) + __builtin_popcount(board.rows[y + 1]);
        const double bonus = (roof ? 14 : 3) + 1.2 * filled + (roof && filled == 16 ? 25 : 0);
        if (bonus > best) {
          best = bonus;
          forgiven = roof ? 1 : 0;
        }
      }
    }
    return {best, forgiven};
  }

  Goal goal_;
};

// The steps for the falling piece; none when no place is left. `shapes`: the falling one first,
// then the visible next ones. `cleared`: the last lock cleared lines.
inline std::vector<Step> plan(const Board &board, Shape held, bool hold_used,
                              const std::vector<Shape> &shapes, bool cleared, Goal goal) {
  struct Node {
    Board board;
    Shape held;
    size_t next;  // Index of the falling shape.
    double gained, value;
    int first;  // Index into `firsts`.
    bool cleared;
  };
  const Judge judge(goal);
  constexpr size_t kBeam = 60;
  std::vector<std::vector<Step>> firsts;
  std::vector<Node> beam{{board, held, 0, 0, 0, -1, cleared}};
  std::vector<Node> best;
  for (size_t depth = 0; depth < shapes.size(); ++depth) {
    std::vector<Node> grown;
    for (const Node &node : beam) {
      auto place_all = [&](Shape shape, Shape kept, size_t next, bool by_hold) {
        for (Placement &placement :
             placements(node.board, shape, shape == rules::T && goal == Goal::kSpin)) {
          Node child{node.board, kept, next, node.gained, 0, node.first, false};
          const int lines = rules::settle(child.board, placement.piece);
          rules::remove_full_rows(child.board);
          child.cleared = lines > 0;
          child.gained +=
              judge.lock(placement.spin, lines, node.cleared) * (1 - 0.01 * double(depth));
          child.value = child.gained + judge.board(child.board);
          if (depth == 0) {
            child.first = int(firsts.size());
            if (by_hold) placement.steps.insert(placement.steps.begin(), Step::kHold);
            firsts.push_back(std::move(placement.steps));
          }
          grown.push_back(child);
        }
      };
      if (node.next >= shapes.size()) continue;
      const Shape falling = shapes[node.next];
      place_all(falling, node.held, node.next + 1, false);
      if (depth == 0 && hold_used) continue;
      if (node.held != rules::kNoShape) {
        if (node.held != falling) place_all(node.held, falling, node.next + 1, true);
      } else if (node.next + 1 < shapes.size()) {
        place_all(shapes[node.next + 1], falling, node.next + 2, true);
      }
    }
    if (grown.empty()) break;
    std::stable_sort(grown.begin(), grown.end(),
                     [](const Node &a, const Node &b) { return a.value > b.value; });
    if (grown.size() > kBeam) grown.resize(kBeam);
    beam = best = std::move(grown);
  }
  return best.empty() ? std::vector<Step>{} : firsts[best.front().first];
}

}  // namespace bot
