// A PS/2 keyboard: it types scan codes of set 2 on its own clock.
#pragma once

#include <cstdint>
#include <deque>

namespace ps2 {

struct Key {
  uint8_t code;
  bool extended = false;
};

constexpr Key kI{0x43}, kJ{0x3B}, kK{0x42}, kL{0x4B}, kU{0x3C}, kG{0x34}, kH{0x33}, kP{0x4D},
    kF2{0x06};
constexpr Key kEnter{0x5A}, kEscape{0x76};
constexpr Key kArrowLeft{0x6B, true};

class Keyboard {
 public:
  // `clock_hz`: clock of the host. The keyboard's own clock is 12 kHz.
  explicit Keyboard(double clock_hz) : half_bit_(int(clock_hz / 24000)) {}

  void press(Key key) {
    if (key.extended) bytes_.push_back(0xE0);
    bytes_.push_back(key.code);
  }
  void release(Key key) {
    if (key.extended) bytes_.push_back(0xE0);
    bytes_.push_back(0xF0);
    bytes_.push_back(key.code);
  }
  void tap(Key key) {
    press(key);
    release(key);
  }
  // Any byte, also one that is no key.
  void raw(uint8_t byte) { bytes_.push_back(byte); }
  // A byte whose parity bit is wrong.
  void damaged(uint8_t byte) { bytes_.push_back(byte | kDamaged); }

  bool idle() const { return bytes_.empty() && half_ == kHalves; }
  // From a press on an idle line to the falling clock edge of its stop bit.
  int cycles_to_stop() const { return 21 * half_bit_; }
  int half_bit() const { return half_bit_; }

  // One cycle of the system clock; true when a line changed.
  bool cycle() {
    if (wait_ > 0) {
      --wait_;
      return false;
    }
    if (half_ == kHalves) {
      if (bytes_.empty()) return false;
      load(uint8_t(bytes_.front()), bytes_.front() & kDamaged);
      bytes_.pop_front();
      half_ = 0;
    }
    // Data changes in the high half of the clock, and the host reads it in the low half. The line
    // is high between two bytes.
    const bool resting = half_ / 2 >= kBits;
    clock = half_ % 2 == 0 || resting;
    if (clock) data = resting || (frame_ >> half_ / 2 & 1);
    wait_ = half_bit_ - 1;
    ++half_;
    return true;
  }

  bool clock = true, data = true;

 private:
  static constexpr int kDamaged = 0x100;
  static constexpr int kBits = 11;
  static constexpr int kHalves = 2 * kBits + 4;

  void load(uint8_t byte, bool damaged) {
    const unsigned parity = (~__builtin_popcount(byte) & 1) ^ damaged;
    frame_ = unsigned(byte) << 1 | parity << 9 | 1u << 10;
  }

  int half_bit_;
  std::deque<int> bytes_;
  unsigned frame_ = 0;
  int half_ = kHalves;
  int wait_ = 0;
};

}  // namespace ps2
