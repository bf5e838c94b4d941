// Measures the latency from a key to the picture. A piece is shifted left and right while the beam
// approaches it, closer each time, until the current picture does not show the shift.
#pragma once

#include <optional>

#include "player.h"

class Latency {
 public:
  Latency(Machine &machine, Player &player) : machine_(machine), player_(player) {}

  // The fewest cycles from the falling clock edge of a key's stop bit to the first pixel of the
  // piece's line with which the current picture shows the whole shift. None if a millisecond is too
  // short.
  std::optional<int> measure() {
    int shown = int(Machine::kClockHz / 1000), missed = 0;
    if (!shows(shown)) return std::nullopt;
    while (shown - missed > 16) {
      const int middle = (shown + missed) / 2;
      (shows(middle) ? shown : missed) = middle;
    }
    return shown;
  }

 private:
  // Shifts the piece `ahead` cycles before the beam reaches its top line. True if that line shows
  // the shift at once.
  bool shows(int ahead) {
    const bot::Step step = to_left_ ? bot::Step::kLeft : bot::Step::kRight;
    to_left_ = !to_left_;
    player_.settle();
    const int line = top_line();
    const int beam = (vga::kLines - vga::kHeight + line) * vga::kLineCycles;
    player_.freeze();
    machine_.run_to_beam(beam - ahead - machine_.keyboard.cycles_to_stop());
    player_.type(step);
    player_.thaw();
    const vga::Picture during = machine_.picture();
    player_.settle();
    for (int x = 0; x < vga::kWidth; ++x)
      if (during.at(x, line) != machine_.picture().at(x, line)) return false;
    return true;
  }
  int top_line() const {
    int top = 0;
    for (const rules::Cell &cell : rules::cells(*player_.falling())) top = std::max(top, cell.y);
    // One line below the bevel, where the cells have their plain colour.
    return reader::kTop + reader::kCell * (rules::kVisibleRows - 1 - top) + 2;
  }

  Machine &machine_;
  Player &player_;
  bool to_left_ = true;
};
