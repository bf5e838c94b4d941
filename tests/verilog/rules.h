// Rules of play: pieces, rotation with kicks, placement, scoring.
//
// Written from the published rules, with tables of its own. Nothing comes from the project's Rust.
// x grows to the right, y upwards, (0, 0) is the floor's left cell. There is no time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace rules {

constexpr int kColumns = 10;
constexpr int kVisibleRows = 20;
constexpr int kRows = 24;

enum Shape : uint8_t { I, O, T, S, Z, J, L, kNoShape };
constexpr int kShapes = 7;
constexpr const char *kShapeNames = "IOTSZJL.";

// Orientations: 0 as spawned, then quarter turns clockwise.
struct Piece {
  Shape shape = kNoShape;
  int rotation = 0;
  int x = 0;  // Left edge of the box.
  int y = 0;  // Bottom edge of the box.

  bool operator==(const Piece &) const = default;
};

struct Cell {
  int x, y;
};

inline std::array<Cell, 4> cells(const Piece &piece) {
  // Sixteen bits per orientation, top-left cell first; three-wide boxes lie in the top-left corner.
  static constexpr uint16_t kMasks[kShapes][4] = {
      {0x0F00, 0x2222, 0x00F0, 0x4444}, {0x0660, 0x0660, 0x0660, 0x0660},
      {0x4E00, 0x4640, 0x0E40, 0x4C40}, {0x6C00, 0x4620, 0x06C0, 0x8C40},
      {0xC600, 0x2640, 0x0C60, 0x4C80}, {0x8E00, 0x6440, 0x0E20, 0x44C0},
      {0x2E00, 0x4460, 0x0E80, 0xC440}};
  const int top = piece.shape == I || piece.shape == O ? 3 : 2;
  const uint16_t mask = kMasks[piece.shape][piece.rotation];
  std::array<Cell, 4> found{};
  int count = 0;
  for (int bit = 0; bit < 16; ++bit)
    if (mask & (0x8000 >> bit)) found[count++] = {piece.x + bit % 4, piece.y + top - bit / 4};
  return found;
}

struct Board {
  std::array<uint16_t, kRows> rows{};  // Bit x set: taken.

  bool occupied(int x, int y) const {
    if (x < 0 || x >= kColumns || y < 0) return true;
    return y < kRows && (rows[y] >> x & 1);
  }
  bool fits(const Piece &piece) const {
    for (const Cell &cell : cells(piece))
      if (occupied(cell.x, cell.y)) return false;
    return true;
  }
  bool empty() const {
    for (uint16_t row : rows)
      if (row) return false;
    return true;
  }
};

constexpr uint16_t kFullRow = 0x3FF;

inline Piece moved(Piece piece, int dx, int dy) {
  piece.x += dx;
  piece.y += dy;
  return piece;
}

// A piece as it appears: on rows 20 and 21, then one row down if there is room. None if there is no
// room at all.
inline std::optional<Piece> spawn(const Board &board, Shape shape) {
  const Piece piece{shape, 0, 3, shape == I ? 18 : 19};
  if (!board.fits(piece)) return std::nullopt;
  const Piece below = moved(piece, 0, -1);
  return board.fits(below) ? below : piece;
}

inline Piece dropped(const Board &board, Piece piece) {
  while (board.fits(moved(piece, 0, -1))) --piece.y;
  return piece;
}

struct Turned {
  Piece piece;
  int kick;  // Which of the five places had room, 0 to 4.
};

// A quarter turn (+1 clockwise, -1 counter-clockwise) to the first of five places with room.
inline std::optional<Turned> turn(const Board &board, const Piece &piece, int direction) {
  // Rows by the orientation that is left and the direction; the first place is always the same one.
  static constexpr int8_t kOthers[4][2][5][2] = {
      {{{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}}, {{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}}},
      {{{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}}, {{0, 0}, {1, 0}, {1, -1}, {0, 2}, {1, 2}}},
      {{{0, 0}, {1, 0}, {1, 1}, {0, -2}, {1, -2}}, {{0, 0}, {-1, 0}, {-1, 1}, {0, -2}, {-1, -2}}},
      {{{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}}, {{0, 0}, {-1, 0}, {-1, -1}, {0, 2}, {-1, 2}}}};
  static constexpr int8_t kLine[4][2][5][2] = {
      {{{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}}, {{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}},
      {{{0, 0}, {-1, 0}, {2, 0}, {-1, 2}, {2, -1}}, {{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}}},
      {{{0, 0}, {2, 0}, {-1, 0}, {2, 1}, {-1, -2}}, {{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}}},
      {{{0, 0}, {1, 0}, {-2, 0}, {1, -2}, {-2, 1}}, {{0, 0}, {-2, 0}, {1, 0}, {-2, -1}, {1, 2}}}};
  Piece next = piece;
  next.rotation = (piece.rotation + 4 + direction) % 4;
  if (piece.shape == O) return Turned{next, 0};
  const auto &places = (piece.shape == I ? kLine : kOthers)[piece.rotation][direction > 0 ? 0 : 1];
  for (int kick = 0; kick < 5; ++kick) {
    const Piece kicked = moved(next, places[kick][0], places[kick][1]);
    if (board.fits(kicked)) return Turned{kicked, kick};
  }
  return std::nullopt;
}

enum class Spin : uint8_t { kNone, kMini, kFull };

// Kind of spin of a T that rests after a rotation by `kick` (-1: its last change was no rotation).
inline Spin spin_of(const Board &board, const Piece &piece, int kick) {
  if (piece.shape != T || kick < 0) return Spin::kNone;
  // Clockwise from the top left: the two beside the point start at the orientation's number.
  const bool corners[4] = {board.occupied(piece.x, piece.y + 2),
                           board.occupied(piece.x + 2, piece.y + 2),
                           board.occupied(piece.x + 2, piece.y), board.occupied(piece.x, piece.y)};
  if (corners[0] + corners[1] + corners[2] + corners[3] < 3) return Spin::kNone;
  const bool front = corners[piece.rotation] && corners[(piece.rotation + 1) % 4];
  return front || kick == 4 ? Spin::kFull : Spin::kMini;
}

// Writes a piece into the board and returns the number of full rows. They stay until
// `remove_full_rows`.
inline int settle(Board &board, const Piece &piece) {
  for (const Cell &cell : cells(piece))
    if (cell.y < kRows) board.rows[cell.y] |= uint16_t(1 << cell.x);
  int full = 0;
  for (uint16_t row : board.rows) full += row == kFullRow;
  return full;
}

inline void remove_full_rows(Board &board) {
  size_t to = 0;
  for (uint16_t row : board.rows)
    if (row != kFullRow) board.rows[to++] = row;
  while (to < kRows) board.rows[to++] = 0;
}

struct Tally {
  int score = 0;
  int lines = 0;
  int combo = -1;
  bool back_to_back = false;

  int level() const { return 1 + lines / 10; }

  // Counts a lock. `perfect`: nothing is left when the full rows go.
  void lock(Spin spin, int cleared, bool perfect) {
    static constexpr int kBase[3][5] = {
        {0, 100, 300, 500, 800}, {100, 200, 400, 0, 0}, {400, 800, 1200, 1600, 0}};
    static constexpr int kPerfect[5] = {0, 800, 1200, 1800, 2000};
    int points = kBase[int(spin)][cleared];
    if (cleared == 0) {
      combo = -1;
    } else {
      const bool difficult = cleared == 4 || spin != Spin::kNone;
      const bool again = difficult && back_to_back;
      if (again) points = points * 3 / 2;
      points += 50 * ++combo;
      if (perfect) points += again && cleared == 4 ? 3200 : kPerfect[cleared];
      back_to_back = difficult;
    }
    score += points * level();
    lines += cleared;
  }
};

}  // namespace rules
