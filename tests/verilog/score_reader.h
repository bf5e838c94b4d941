// Reads the seven digits of the score. Font and place are unknown at first: the score of a new game
// is a run of seven equal glyphs. Other digits are learnt from the score that the rules give.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "vga.h"

namespace reader {

class ScoreReader {
 public:
  static constexpr int kDigits = 7;

  // Finds seven noughts left of the board or above it; false if there are none.
  bool locate(const vga::Picture &picture) {
    for (const Box size : {Box{16, 16}, Box{8, 16}, Box{8, 8}, Box{16, 32}})
      for (int y = 0; y + size.height < vga::kHeight; ++y)
        for (int x = 0, end = y + size.height < 90 ? vga::kWidth : 245;
             x + kDigits * size.width < end; ++x) {
          if (!run_of_noughts(picture, x, y, size)) continue;
          x_ = x;
          y_ = y;
          size_ = size;
          known_.fill({});
          known_[0] = glyph(picture, 0);
          return true;
        }
    return false;
  }

  // Compares the digits of the picture with a score. A new glyph is learnt as the expected digit,
  // unless it is already another digit.
  bool shows(const vga::Picture &picture, int score) {
    for (int place = kDigits - 1; place >= 0; --place, score /= 10) {
      const Glyph seen = glyph(picture, place);
      Glyph &expected = known_[score % 10];
      if (expected.empty()) {
        for (const Glyph &other : known_)
          if (other == seen) return false;
        expected = seen;
      }
      if (expected != seen) return false;
    }
    return true;
  }

  // The digits on the picture, with a question mark for an unknown glyph.
  std::string text(const vga::Picture &picture) const {
    std::string digits;
    for (int place = 0; place < kDigits; ++place) {
      const Glyph seen = glyph(picture, place);
      char digit = '?';
      for (int known = 0; known < 10; ++known)
        if (known_[known] == seen) digit = char('0' + known);
      digits += digit;
    }
    return digits;
  }

 private:
  using Glyph = std::vector<bool>;  // Line by line.
  struct Box {
    int width, height;
  };

  static bool bright(vga::Colour colour) {
    return (colour >> 8) + (colour >> 4 & 15) + (colour & 15) >= 24;
  }
  static Glyph tile(const vga::Picture &picture, int x, int y, Box size) {
    Glyph glyph;
    for (int dy = 0; dy < size.height; ++dy)
      for (int dx = 0; dx < size.width; ++dx) glyph.push_back(bright(picture.at(x + dx, y + dy)));
    return glyph;
  }
  Glyph glyph(const vga::Picture &picture, int place) const {
    return tile(picture, x_ + place * size_.width, y_, size_);
  }

  static bool run_of_noughts(const vga::Picture &picture, int x, int y, Box size) {
    const Glyph first = tile(picture, x, y, size);
    if (!is_ring(first, size)) return false;
    for (int place = 1; place < kDigits; ++place)
      if (tile(picture, x + place * size.width, y, size) != first) return false;
    return true;
  }
  // A bright figure with a dark inside, and nothing bright in the first or in the last column.
  static bool is_ring(const Glyph &glyph, Box size) {
    const int area = size.width * size.height;
    int left = 0, right = 0;
    for (int at = 0; at < area; ++at) {
      left += glyph[at] && at % size.width == 0;
      right += glyph[at] && at % size.width == size.width - 1;
    }
    if (left > 0 && right > 0) return false;
    Glyph reached(glyph);
    std::vector<int> open;
    auto visit = [&](int x, int y) {
      if (x < 0 || y < 0 || x >= size.width || y >= size.height || reached[y * size.width + x])
        return;
      reached[y * size.width + x] = true;
      open.push_back(y * size.width + x);
    };
    for (int x = 0; x < size.width; ++x) visit(x, 0), visit(x, size.height - 1);
    for (int y = 0; y < size.height; ++y) visit(0, y), visit(size.width - 1, y);
    while (!open.empty()) {
      const int x = open.back() % size.width, y = open.back() / size.width;
      open.pop_back();
      visit(x - 1, y), visit(x + 1, y), visit(x, y - 1), visit(x, y + 1);
    }
    // A pixel is enclosed if it is not bright and cannot be reached from outside.
    return std::count(reached.begin(), reached.end(), false) > 0;
  }

  int x_ = 0, y_ = 0;
  Box size_{8, 8};
  std::array<Glyph, 10> known_;
};

}  // namespace reader
