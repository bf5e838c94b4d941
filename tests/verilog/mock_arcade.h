// Mock of the simulated gates, for the test of the bench. It plays and draws just enough to pass.
// MOCK_FAULT in the environment names one fault, which the bench must find.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iterator>
#include <optional>
#include <random>

#include "rules.h"
#include "vga.h"

class Varcade {
 public:
  Varcade() { draw(); }

  uint8_t clock = 0, reset = 0, ps2_clock = 1, ps2_data = 1;
  uint8_t gamepad_data = 1, second_gamepad_data = 1;
  uint8_t vga_h_sync = 1, vga_v_sync = 1, vga_red = 0, vga_green = 0, vga_blue = 0, audio = 0;

  void eval() {
    const bool rising = clock && !was_clock_;
    was_clock_ = clock;
    if (rising) cycle();
  }

 private:
  enum class Scene { kTitle, kCountdown, kPlay, kPaused, kOver };

  static bool fault(const char *name) {
    static const char *chosen = std::getenv("MOCK_FAULT");
    return chosen && std::strcmp(chosen, name) == 0;
  }

  // The wires.

  void cycle() {
    if (was_ps2_clock_ && !ps2_clock) receive();
    was_ps2_clock_ = ps2_clock;
    if (++h_ == vga::kLineCycles) {
      h_ = 0;
      if (++v_ == vga::kLines) v_ = 0;
    }
    if (h_ == 0 && v_ == vga::kHeight) tick();
    const int late = fault("late-sync");
    vga_h_sync = !(h_ >= vga::kHSyncStart + late && h_ < vga::kHSyncEnd + late);
    vga_v_sync = !(v_ >= vga::kVSyncStart && v_ < vga::kVSyncEnd);
    const bool visible = h_ < vga::kWidth && v_ < vga::kHeight;
    const vga::Colour colour = visible ? picture_.at(h_, v_) : fault("lit-blanking") ? 0x111 : 0;
    vga_red = colour >> 8;
    vga_green = colour >> 4 & 15;
    vga_blue = colour & 15;
    audio = (!muted_ || fault("mute")) && (h_ & 64);
  }
  void receive() {
    bits_ |= unsigned(ps2_data) << count_;
    if (++count_ < 11) return;
    const uint8_t byte = uint8_t(bits_ >> 1);
    const bool whole = __builtin_popcount(bits_ >> 1 & 0x1FF) % 2 == 1;
    bits_ = 0;
    count_ = 0;
    if (!whole && !fault("parity")) {
      down_.reset();
      held_[0] = held_[1] = soft_ = extended_ = breaking_ = false;
    } else if (skip_ > 0) {
      --skip_;
    } else if (byte == 0xE1) {
      skip_ = 7;
    } else if (byte == 0xF0) {
      breaking_ = true;
    } else if (byte == 0xE0) {
      extended_ = true;
    } else {
      const int code = byte | (std::exchange(extended_, false) && !fault("extended") ? 0x100 : 0);
      key(code, !std::exchange(breaking_, false));
    }
  }
  void key(int code, bool down) {
    const bool was_down = down_[code];
    down_[code] = down;
    if (down && was_down && !fault("typematic")) return;
    switch (code) {
      case 0x3B: case 0x1C: case 0x16B: return direction(0, down);
      case 0x4B: case 0x23: case 0x174: return direction(1, down);
      case 0x42: case 0x1B: case 0x172: soft_ = down; break;
    }
    if (!down) return;
    if (code == 0x06) muted_ = !muted_;
    if (scene_ == Scene::kPaused && code == 0x43) leaves_ = true;
    if (scene_ == Scene::kPaused && code == 0x5A) scene_ = leaves_ ? Scene::kTitle : Scene::kPlay;
    else if (code == 0x5A && scene_ == Scene::kCountdown) scene_ = Scene::kPlay;
    else if (code == 0x5A && (scene_ == Scene::kTitle || scene_ == Scene::kOver)) start();
    const bool pauses = code == 0x4D || code == 0x76;
    if (pauses && scene_ == Scene::kPlay) {
      scene_ = Scene::kPaused;
      leaves_ = false;
    } else if (pauses && scene_ == Scene::kPaused) {
      scene_ = Scene::kPlay;
    } else if (code == 0x76) {
      scene_ = Scene::kTitle;
    }
    play(code);
    draw();
  }
  void direction(int which, bool down) {
    held_[which] = down;
    if (!down) return;
    charge_[which] = 0;
    newer_ = which;
    play(which ? 0x4B : 0x3B);
    draw();
  }
  void play(int code) {
    if (scene_ != Scene::kPlay && !(scene_ == Scene::kPaused && fault("pause"))) return;
    if (falling_) act(code);
    else if (queue_.size() < (fault("queue") ? 9 : 8) && is_play_key(code)) queue_.push_back(code);
  }
  static bool is_play_key(int code) {
    static constexpr int kCodes[] = {0x3B, 0x4B, 0x43, 0x1D, 0x175, 0x22, 0x3C, 0x15, 0x1A,
                                     0x34, 0x29, 0x33, 0x24, 0x21,  0x42, 0x1B, 0x172};
    if (fault("soft-drop-queue") && (code == 0x42 || code == 0x1B || code == 0x172)) return false;
    return std::find(std::begin(kCodes), std::end(kCodes), code) != std::end(kCodes);
  }

  // The game.

  void start() {
    const int seed = int(v_ * 800 + h_) + dealt_;
    board_ = {};
    for (auto &row : colours_) row.fill(rules::kNoShape);
    tally_ = {};
    hold_ = rules::kNoShape;
    random_.seed(unsigned(seed));
    next_.clear();
    queue_.clear();
    scene_ = Scene::kCountdown;
    next_piece();
  }
  void act(int code) {
    switch (code) {
      case 0x3B: return move(rules::moved(*falling_, -1, 0));
      case 0x4B: return move(rules::moved(*falling_, 1, 0));
      case 0x43: case 0x1D: case 0x175: case 0x22: return turn(1);
      case 0x3C: case 0x15: case 0x1A: return turn(-1);
      case 0x34: case 0x29: return hard_drop();
      case 0x33: case 0x24: case 0x21: return hold();
      case 0x42: case 0x1B: case 0x172: return step_down();
    }
  }
  void hard_drop() {
    const rules::Piece rest = rules::dropped(board_, *falling_);
    if (rest.y < falling_->y) kick_ = -1;
    tally_.score += (fault("hard-drop-points") ? 1 : 2) * (falling_->y - rest.y);
    falling_ = rest;
    lock();
  }
  void step_down() {
    if (grounded() || fault("soft-drop-press")) return;
    --falling_->y;
    kick_ = -1;
    tally_.score += !fault("soft-drop-press-points");
    after_change();
  }
  void hold() {
    if (hold_used_ && !fault("hold-twice")) return;
    const rules::Shape incoming = std::exchange(hold_, falling_->shape);
    if (incoming == rules::kNoShape) next_piece();
    else spawn(incoming);
    hold_used_ = true;
  }
  void turn(int direction) {
    const auto turned = rules::turn(board_, *falling_, direction);
    if (!turned || (fault("kick") && turned->kick > 0)) return;
    falling_ = turned->piece;
    kick_ = turned->kick;
    after_move();
  }
  void move(const rules::Piece &piece) {
    if (!board_.fits(piece)) return;
    falling_ = piece;
    kick_ = -1;
    after_move();
  }
  void after_move() {
    if (landed_ && restarts_ < (fault("restarts") ? 16 : 15)) ++restarts_, rest_ = 0;
    after_change();
  }
  void after_change() {
    int row = rules::kRows;
    for (const rules::Cell &cell : rules::cells(*falling_)) row = std::min(row, cell.y);
    if (row < lowest_) {
      lowest_ = row;
      restarts_ = rest_ = 0;
      landed_ = false;
    }
    if (grounded()) landed_ = true, fraction_ = 0;
  }
  bool grounded() const { return !board_.fits(rules::moved(*falling_, 0, -1)); }

  void tick() {
    if (scene_ == Scene::kTitle && ++title_ticks_ % 30 == 0) draw();
    if (scene_ != Scene::kPlay) return;
    for (int which = 0; which < 2; ++which) {
      if (!held_[which]) continue;
      const int charged = ++charge_[which] - (fault("repeat") ? 9 : 8);
      const bool active = which == newer_ || !held_[1 - which] || fault("both-directions");
      if (charged >= 0 && charged % 2 == 0 && falling_ && active)
        move(rules::moved(*falling_, which ? 1 : -1, 0));
    }
    if (falling_) {
      fall();
    } else if (--clear_ == 0) {
      next_piece();
      for (; falling_ && !queue_.empty(); queue_.pop_front()) act(queue_.front());
    }
    draw();
  }
  void fall() {
    if (grounded()) {
      fraction_ = 0;
      if (++rest_ == (fault("lock-delay") ? 29 : 30)) lock();
      return;
    }
    static constexpr int kGravity[] = {1092, 1377, 1768, 2311,  3075,
                                       4169, 5759, 8107, 11634, 17026};
    fraction_ += kGravity[fault("gravity") ? 0 : tally_.level() - 1] * (soft_ ? 20 : 1);
    for (; fraction_ >= 65536 && !grounded(); fraction_ -= 65536) {
      --falling_->y;
      kick_ = -1;
      tally_.score += soft_ && !fault("soft-drop-points");
    }
    after_change();
  }
  void lock() {
    const rules::Piece piece = *falling_;
    falling_.reset();
    auto spin = rules::spin_of(board_, piece, kick_);
    if (fault("spin")) spin = rules::Spin::kNone;
    const int lines = rules::settle(board_, piece);
    bool hidden = true;
    for (const rules::Cell &cell : rules::cells(piece)) {
      if (cell.y < rules::kRows) colours_[cell.y][cell.x] = piece.shape;
      hidden &= cell.y >= rules::kVisibleRows;
    }
    if (hidden) return end();
    rules::Board rest = board_;
    rules::remove_full_rows(rest);
    if (fault("back-to-back")) tally_.back_to_back = false;
    if (fault("combo")) tally_.combo = -1;
    tally_.lock(spin, lines, rest.empty());
    if (lines == 0) next_piece();
    else clear_ = fault("clear-delay") ? 17 : 18;
  }
  void next_piece() {
    size_t to = 0;
    for (size_t y = 0; y < rules::kRows; ++y)
      if (board_.rows[y] != rules::kFullRow) colours_[to++] = colours_[y];
    while (to < rules::kRows) colours_[to++].fill(rules::kNoShape);
    rules::remove_full_rows(board_);
    while (next_.size() < 6) {
      std::array<rules::Shape, 7> bag{rules::I, rules::O, rules::T, rules::S,
                                      rules::Z, rules::J, rules::L};
      std::shuffle(bag.begin(), bag.end(), random_);
      if (fault("bags")) bag[6] = bag[5];
      next_.insert(next_.end(), bag.begin(), bag.end());
    }
    const rules::Shape shape = next_.front();
    next_.pop_front();
    ++dealt_;
    hold_used_ = false;
    spawn(shape);
  }
  void spawn(rules::Shape shape) {
    falling_ = rules::spawn(board_, shape);
    fraction_ = rest_ = restarts_ = 0;
    kick_ = -1;
    lowest_ = rules::kRows;
    landed_ = false;
    if (falling_) after_change();
    else end();
  }
  void end() { scene_ = Scene::kOver; }

  // The picture.

  void draw() {
    picture_ = {};
    if (scene_ == Scene::kTitle) {
      for (int shape = 0; shape < rules::kShapes; ++shape)
        cell(2 * shape, title_ticks_ / 30 % 4, colour(rules::Shape(shape)));
      return;
    }
    for (int y = 0; y < rules::kVisibleRows && scene_ != Scene::kPaused; ++y)
      for (int x = 0; x < rules::kColumns; ++x)
        if (colours_[y][x] != rules::kNoShape) cell(x, 19 - y, colour(colours_[y][x]));
    if (falling_ && scene_ == Scene::kPlay) {
      if (!fault("ghost")) piece(rules::dropped(board_, *falling_), true);
      piece(*falling_, false);
    }
    for (int slot = 0; slot < 5 && slot < int(next_.size()); ++slot) box(next_[slot], 12, 4 * slot);
    if (hold_ != rules::kNoShape) box(hold_, -6, 0);
    int score = tally_.score;
    for (int place = 6; place >= 0; --place, score /= 10) digit(score % 10, 100 + 16 * place, 200);
    if (scene_ == Scene::kOver) digit(0, 300, 50);
  }
  static vga::Colour colour(rules::Shape shape) {
    static constexpr vga::Colour kColours[] = {0x3EF, 0xFE3, 0xA4E, 0x3E5, 0xE35, 0x36E, 0xF93};
    return kColours[shape];
  }
  void piece(const rules::Piece &piece, bool ghost) {
    for (const rules::Cell &at : rules::cells(piece))
      if (at.y < rules::kVisibleRows) cell(at.x, 19 - at.y, colour(piece.shape), ghost);
  }
  void box(rules::Shape shape, int column, int line) {
    for (const rules::Cell &at : rules::cells({shape, 0, 0, 0}))
      cell(column + at.x, line + 3 - at.y, colour(shape));
  }
  void cell(int column, int line, vga::Colour colour, bool hollow = false) {
    const int x = 245 + 15 * column, y = 90 + 15 * line;
    for (int dy = 0; dy < 15; ++dy)
      for (int dx = 0; dx < 15; ++dx) {
        const bool inner = dx > 1 && dx < 13 && dy > 1 && dy < 13;
        picture_.set(x + dx, y + dy, hollow && inner ? 0 : colour);
      }
  }
  // Seven segments: top, upper left, upper right, middle, lower left, lower right, bottom.
  void digit(int value, int x, int y) {
    static constexpr uint8_t kSegments[] = {0x77, 0x24, 0x5D, 0x6D, 0x2E,
                                            0x6B, 0x7B, 0x25, 0x7F, 0x6F};
    static constexpr int kBars[7][4] = {{2, 1, 12, 2}, {2, 1, 2, 7},  {12, 1, 2, 7}, {2, 6, 12, 2},
                                        {2, 7, 2, 7},  {12, 7, 2, 7}, {2, 12, 12, 2}};
    for (int bar = 0; bar < 7; ++bar)
      if (kSegments[value] >> bar & 1)
        for (int dy = 0; dy < kBars[bar][3]; ++dy)
          for (int dx = 0; dx < kBars[bar][2]; ++dx)
            picture_.set(x + kBars[bar][0] + dx, y + kBars[bar][1] + dy, 0xFFF);
  }

  bool was_clock_ = false, was_ps2_clock_ = true, breaking_ = false, extended_ = false,
       muted_ = false, soft_ = false;
  std::bitset<512> down_;
  std::deque<int> queue_;
  unsigned bits_ = 0;
  int count_ = 0, skip_ = 0, newer_ = 0, h_ = 0, v_ = 0, title_ticks_ = 0, dealt_ = 0;
  bool held_[2] = {};
  int charge_[2] = {};
  Scene scene_ = Scene::kTitle;
  /// The last entry of the pause is selected.
  bool leaves_ = false;
  rules::Board board_;
  std::array<std::array<rules::Shape, rules::kColumns>, rules::kRows> colours_{};
  std::optional<rules::Piece> falling_;
  rules::Shape hold_ = rules::kNoShape;
  bool hold_used_ = false;
  std::deque<rules::Shape> next_;
  rules::Tally tally_;
  bool landed_ = false;
  int kick_ = -1, fraction_ = 0, rest_ = 0, lowest_ = 0, restarts_ = 0, clear_ = 0;
  std::minstd_rand random_;
  vga::Picture picture_;
};
