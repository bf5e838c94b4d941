// Reads the playfield, the next pieces and the held one from the pixels.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "rules.h"
#include "vga.h"

namespace reader {

using rules::Shape;

constexpr int kCell = 15;
constexpr int kLeft = 245, kTop = 90;  // Top-left pixel of the board.

enum class Look : uint8_t { kEmpty, kGhost, kPiece };

struct Seen {
  Look look = Look::kEmpty;
  Shape shape = rules::kNoShape;
};

// Shape of the nearest hue, if the colour is strong. `strength` is the least brightness, of 15.
inline Shape shape_of(vga::Colour colour, int strength) {
  const int red = colour >> 8, green = colour >> 4 & 15, blue = colour & 15;
  const int most = std::max({red, green, blue}), least = std::min({red, green, blue});
  if (most < strength || (most - least) * 3 < most) return rules::kNoShape;
  const double span = most - least;
  double hue = most == red     ? (green - blue) / span
               : most == green ? 2 + (blue - red) / span
                               : 4 + (red - green) / span;
  hue = std::fmod(hue * 60 + 360, 360);
  // Cyan, yellow, purple, green, red, blue, orange.
  static constexpr double kHues[rules::kShapes] = {185, 52, 278, 125, 352, 225, 25};
  int best = 0;
  double nearest = 360;
  for (int shape = 0; shape < rules::kShapes; ++shape) {
    const double away = std::fabs(hue - kHues[shape]);
    const double distance = std::min(away, 360 - away);
    if (distance < nearest) {
      nearest = distance;
      best = shape;
    }
  }
  return Shape(best);
}

// A 15 x 15 cell by column and line of cells from the top left of the board, also beside the board.
inline Seen cell(const vga::Picture &picture, int column, int line) {
  const int x = kLeft + kCell * column, y = kTop + kCell * line;
  const Shape centre = shape_of(picture.at(x + kCell / 2, y + kCell / 2), 7);
  if (centre != rules::kNoShape) return {Look::kPiece, centre};
  // A ghost is an outline: its colour is on all four sides, just inside the lines of the grid.
  std::array<Shape, 4> sides;
  sides.fill(rules::kNoShape);
  const int middle = kCell / 2, last = kCell - 1;
  for (int depth = 1; depth < 4; ++depth) {
    const vga::Colour ring[4] = {
        picture.at(x + depth, y + middle), picture.at(x + last - depth, y + middle),
        picture.at(x + middle, y + depth), picture.at(x + middle, y + last - depth)};
    for (int side = 0; side < 4; ++side)
      if (sides[side] == rules::kNoShape) sides[side] = shape_of(ring[side], 6);
  }
  const bool outlined =
      sides[0] != rules::kNoShape && std::count(sides.begin(), sides.end(), sides[0]) == 4;
  return outlined ? Seen{Look::kGhost, sides[0]} : Seen{};
}

using Field =
    std::array<std::array<Seen, rules::kColumns>, rules::kVisibleRows>;  // Row 0 is the floor.

inline Field field(const vga::Picture &picture) {
  Field seen;
  for (int y = 0; y < rules::kVisibleRows; ++y)
    for (int x = 0; x < rules::kColumns; ++x)
      seen[y][x] = cell(picture, x, rules::kVisibleRows - 1 - y);
  return seen;
}

// The spawned piece in a box five cells wide and four high; none if the box has anything else.
inline Shape boxed(const vga::Picture &picture, int column, int line) {
  std::vector<rules::Cell> found;
  Shape shape = rules::kNoShape;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 5; ++x) {
      const Seen seen = cell(picture, column + x, line + y);
      if (seen.look != Look::kPiece) continue;
      if (!found.empty() && seen.shape != shape) return rules::kNoShape;
      shape = seen.shape;
      found.push_back({x, -y});
    }
  if (found.size() != 4) return rules::kNoShape;
  const auto expected = rules::cells({shape, 0, 0, 0});
  const int dx = found[0].x - expected[0].x, dy = found[0].y - expected[0].y;
  for (int cell = 0; cell < 4; ++cell)
    if (found[cell].x != expected[cell].x + dx || found[cell].y != expected[cell].y + dy)
      return rules::kNoShape;
  return shape;
}

inline Shape next(const vga::Picture &picture, int slot) { return boxed(picture, 12, 4 * slot); }
inline Shape held(const vga::Picture &picture) { return boxed(picture, -7, 0); }

// The field as text: letters for pieces, small ones for ghosts.
inline std::string text(const Field &field) {
  std::string lines;
  for (int y = rules::kVisibleRows - 1; y >= 0; --y) {
    lines += "    ";
    for (const Seen &seen : field[y]) {
      const char name = rules::kShapeNames[seen.shape];
      lines += seen.look == Look::kPiece ? name : seen.look == Look::kGhost ? char(name + 32) : '.';
    }
    lines += '\n';
  }
  return lines;
}

}  // namespace reader
