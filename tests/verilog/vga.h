// Monitor for 640 x 480 at 60 Hz: rebuilds pictures from the sync and colour wires, and compares
// every cycle with the standard timing.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

namespace vga {

constexpr int kWidth = 640, kHeight = 480;
constexpr int kLineCycles = 800, kLines = 525;
constexpr int kFrameCycles = kLineCycles * kLines;
constexpr int kHSyncStart = 656, kHSyncEnd = 752;
constexpr int kVSyncStart = 490, kVSyncEnd = 492;

// Four bits each, red on top.
using Colour = uint16_t;

class Picture {
 public:
  Colour at(int x, int y) const { return pixels_[y * kWidth + x]; }
  void set(int x, int y, Colour colour) { pixels_[y * kWidth + x] = colour; }
  bool operator==(const Picture &) const = default;

 private:
  std::array<Colour, kWidth * kHeight> pixels_{};
};

class Monitor {
 public:
  // One pixel clock. True when the visible part of a picture has just ended.
  bool cycle(bool h_sync, bool v_sync, Colour colour) {
    if (!locked_) {
      // Line 490 begins with the falling edge of the vertical sync.
      if (was_v_sync_ && !v_sync) {
        locked_ = true;
        h_ = 0;
        v_ = kVSyncStart;
      }
      was_v_sync_ = v_sync;
      if (!locked_) return false;
    }
    const bool visible = h_ < kWidth && v_ < kHeight;
    if (visible) {
      picture_.set(h_, v_, colour);
    } else if (colour != 0) {
      complain("colour in the blanking");
    }
    if (h_sync == (h_ >= kHSyncStart && h_ < kHSyncEnd)) complain("horizontal sync");
    if (v_sync == (v_ >= kVSyncStart && v_ < kVSyncEnd)) complain("vertical sync");
    advance();
    return h_ == 0 && v_ == kHeight;
  }

  const Picture &picture() const { return picture_; }
  // Number of cycles with wrong timing, and the first of them.
  long errors() const { return errors_; }
  const std::string &first_error() const { return first_error_; }
  // Cycles since the visible part ended: the position of the beam within a picture.
  int beam() const { return (v_ - kHeight + (v_ < kHeight ? kLines : 0)) * kLineCycles + h_; }

 private:
  void advance() {
    if (++h_ < kLineCycles) return;
    h_ = 0;
    if (++v_ == kLines) v_ = 0;
  }
  void complain(const char *what) {
    if (errors_++ > 0) return;
    first_error_ =
        std::string(what) + " at column " + std::to_string(h_) + ", line " + std::to_string(v_);
  }

  Picture picture_;
  bool locked_ = false, was_v_sync_ = false;
  int h_ = 0, v_ = 0;
  long errors_ = 0;
  std::string first_error_;
};

}  // namespace vga
