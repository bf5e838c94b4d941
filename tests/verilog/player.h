// Plays the machine by its keys and predicts each picture, tick by tick.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "board_reader.h"
#include "bot.h"
#include "machine.h"
#include "rules.h"
#include "score_reader.h"

class Player {
 public:
  static constexpr int kClearTicks = 18, kLockTicks = 30, kMaxRestarts = 15;
  static constexpr size_t kQueueDepth = 8;
  static constexpr int kPreview = 5;

  // Result of the last lock.
  struct Lock {
    rules::Spin spin = rules::Spin::kNone;
    int lines = 0;
    int points = 0;
  };

  explicit Player(Machine &machine) : machine_(machine) {}

  // Presses Enter, and again to end the countdown, then reads the pieces of the new game. False
  // with `problem` set if there is no such game.
  bool start() {
    *this = Player(machine_);
    machine_.get().keyboard.tap(ps2::kEnter);
    machine_.get().frame();
    machine_.get().keyboard.tap(ps2::kEnter);
    machine_.get().frame();
    machine_.get().frame();
    const vga::Picture &picture = machine_.get().picture();
    rules::Shape first = rules::kNoShape;
    const reader::Field field = reader::field(picture);
    for (const reader::Seen &seen : field[rules::kVisibleRows - 1])
      if (seen.look == reader::Look::kPiece) first = seen.shape;
    deal(first);
    falling_ = rules::spawn(board_, first == rules::kNoShape ? rules::O : first);
    for (int slot = 0; slot < kPreview; ++slot) deal(reader::next(picture, slot));
    shapes_.pop_front();
    // One of the two ticks at the ends of the two pictures is visible already.
    tick();
    tick_due_ = true;
    if (!score_.locate(picture)) {
      return fail("no row of seven noughts left of the board or above it");
    }
    return agrees();
  }

  // Shows the next picture.
  void frame() {
    if (tick_due_) tick();
    machine_.get().frame();
    tick_due_ = true;
  }
  void frames(int count) {
    while (count-- > 0) frame();
  }
  // Waits for the keyboard, then for a picture without a key.
  void settle() {
    finish_typing();
    frame();
  }
  void finish_typing() {
    while (!machine_.get().keyboard.idle()) frame();
  }
  // Pictures between these two have no tick of the game.
  void freeze() {
    if (tick_due_) tick();
    tick_due_ = false;
  }
  void thaw() {
    machine_.get().frame();
    tick_due_ = true;
  }

  // Presses and releases the key of a step. A soft drop is held until the piece rests.
  void type(bot::Step step) {
    if (step == bot::Step::kSoftDrop) {
      soft_drop();
      return;
    }
    machine_.get().keyboard.tap(key_of(step));
    apply(step);
  }
  // Effect of a press; the caller sends the key.
  void apply(bot::Step step) {
    if (tick_due_) tick();
    tick_due_ = false;
    if (falling_) act(step);
    else if (queue_.size() < kQueueDepth) queue_.push_back(step);
  }
  static ps2::Key key_of(bot::Step step) {
    switch (step) {
      case bot::Step::kLeft: return ps2::kJ;
      case bot::Step::kRight: return ps2::kL;
      case bot::Step::kClockwise: return ps2::kI;
      case bot::Step::kCounter: return ps2::kU;
      case bot::Step::kSoftDrop: return ps2::kK;
      case bot::Step::kHold: return ps2::kH;
      default: return ps2::kG;
    }
  }

  // Holds the soft drop until the piece rests, or for some rows. Returns the number of pictures.
  // The last of them is the first that shows the piece there.
  int soft_drop(int rows = rules::kRows, ps2::Key key = ps2::kK) {
    finish_typing();
    const int goal = falling_->y - rows;
    machine_.get().keyboard.press(key);
    apply(bot::Step::kSoftDrop);
    frame();
    soft_dropping_ = true;
    int pictures = 0;
    for (; falling_->y > goal && !grounded(); ++pictures) frame();
    landed_picture_ = machine_.get().picture();
    // The release comes after the next tick.
    machine_.get().keyboard.release(key);
    freeze();
    soft_dropping_ = false;
    return pictures;
  }

  // Moves the piece as the bot plans, up to the hard drop. False when no place is left.
  bool prepare(bot::Goal goal) {
    // Presses from the clear delay have moved it already: drop it in its column.
    if (falling_->x != 3 || falling_->rotation != 0) return true;
    const auto steps = plan(goal);
    if (steps.empty()) return fail("no place left for the piece");
    for (size_t step = 0; step + 1 < steps.size(); ++step) type(steps[step]);
    finish_typing();
    return true;
  }
  std::vector<bot::Step> plan(bot::Goal goal) const {
    std::vector<rules::Shape> known{falling_->shape};
    known.insert(known.end(), shapes_.begin(), shapes_.end());
    return bot::plan(board_, held_, hold_used_, known, last_lock_.lines > 0, goal);
  }
  // Hard drop and the next picture.
  void drop() {
    finish_typing();
    type(bot::Step::kHardDrop);
    frame();
  }
  // Shows pictures until the next piece is due, and compares it with the prediction.
  bool await_spawn() {
    while (clear_ticks_ > 0) {
      if (reader::next(machine_.get().picture(), 0) != shapes_.front())
        return fail("the next piece came too early");
      frame();
    }
    return over_ || agrees();
  }

  // Compares the picture with the prediction: field, ghost, next pieces, held piece, score.
  bool agrees() {
    const vga::Picture &picture = machine_.get().picture();
    const reader::Field seen = reader::field(picture), expected = prediction();
    for (int y = 0; y < rules::kVisibleRows; ++y)
      for (int x = 0; x < rules::kColumns; ++x)
        if (seen[y][x].look != expected[y][x].look || seen[y][x].shape != expected[y][x].shape)
          return fail("the field differs at x " + std::to_string(x) + ", y " + std::to_string(y) +
                      "\n  expected\n" + reader::text(expected) + "  seen\n" + reader::text(seen));
    for (int slot = 0; slot < kPreview; ++slot) {
      const rules::Shape shape = reader::next(picture, slot);
      if (slot >= int(shapes_.size())) deal(shape);
      if (shape != shapes_[slot] || shape == rules::kNoShape)
        return fail("next piece " + std::to_string(slot) + " is " + rules::kShapeNames[shape] +
                    ", not " + rules::kShapeNames[shapes_[slot]]);
    }
    if (reader::held(picture) != held_)
      return fail(std::string("held piece is ") + rules::kShapeNames[reader::held(picture)] +
                  ", not " + rules::kShapeNames[held_]);
    if (!score_.shows(picture, tally_.score))
      return fail("the score shows " + score_.text(picture) + ", not " +
                  std::to_string(tally_.score));
    return true;
  }

  const std::string &problem() const { return problem_; }
  const std::optional<rules::Piece> &falling() const { return falling_; }
  const rules::Tally &tally() const { return tally_; }
  const Lock &last_lock() const { return last_lock_; }
  // The picture after a soft drop had brought the last piece to the ground.
  const vga::Picture &landed_picture() const { return landed_picture_; }
  int last_kick() const { return kick_; }
  bool over() const { return over_; }
  bool clearing() const { return clear_ticks_ > 0; }
  bool grounded() const { return falling_ && !board_.fits(rules::moved(*falling_, 0, -1)); }
  const std::vector<rules::Shape> &dealt() const { return dealt_; }

 private:
  bool fail(const std::string &problem) {
    problem_ = problem;
    return false;
  }

  // One tick of gravity or of the clear delay.
  void tick() {
    // Rows per tick in 1/65536 at the levels that the bench may reach.
    static constexpr int kGravity[] = {0,    1092, 1377, 1768,  2311, 3075,
                                       4169, 5759, 8107, 11634, 17026};
    if (clear_ticks_ > 0) {
      if (--clear_ticks_ > 0) return;
      next_piece();
      for (; falling_ && !queue_.empty(); queue_.pop_front()) act(queue_.front());
      return;
    }
    if (!falling_) return;
    if (grounded()) {
      fraction_ = 0;
      if (++rest_ticks_ == kLockTicks) lock();
      return;
    }
    fraction_ += kGravity[tally_.level()] * (soft_dropping_ ? 20 : 1);
    for (; fraction_ >= 65536 && !grounded(); fraction_ -= 65536) {
      --falling_->y;
      kick_ = -1;
      tally_.score += soft_dropping_;
    }
    after_change();
  }
  // A shift or a turn. It restarts the lock timer of a landed piece, fifteen times per lowest row.
  void after_move() {
    if (landed_ && restarts_ < kMaxRestarts) {
      ++restarts_;
      rest_ticks_ = 0;
    }
    after_change();
  }
  void after_change() {
    const int row = lowest_row();
    if (row < lowest_) {
      lowest_ = row;
      restarts_ = rest_ticks_ = 0;
      landed_ = false;
    }
    if (!grounded()) return;
    landed_ = true;
    fraction_ = 0;
  }
  int lowest_row() const {
    int row = rules::kRows;
    for (const rules::Cell &cell : rules::cells(*falling_)) row = std::min(row, cell.y);
    return row;
  }

  void act(bot::Step step) {
    switch (step) {
      case bot::Step::kLeft: return shift(-1);
      case bot::Step::kRight: return shift(1);
      case bot::Step::kClockwise: return turn(1);
      case bot::Step::kCounter: return turn(-1);
      case bot::Step::kHold: return hold();
      case bot::Step::kHardDrop: return hard_drop();
      case bot::Step::kSoftDrop: return step_down();
    }
  }

  // The press of a soft drop. While the key is held, the drop continues with the ticks.
  void step_down() {
    if (grounded()) return;
    --falling_->y;
    kick_ = -1;
    ++tally_.score;
    after_change();
  }
  void shift(int dx) {
    const rules::Piece shifted = rules::moved(*falling_, dx, 0);
    if (!board_.fits(shifted)) return;
    falling_ = shifted;
    kick_ = -1;
    after_move();
  }
  void turn(int direction) {
    const auto turned = rules::turn(board_, *falling_, direction);
    if (!turned) return;
    falling_ = turned->piece;
    kick_ = turned->kick;
    after_move();
  }
  void hold() {
    if (hold_used_) return;
    const rules::Shape incoming = std::exchange(held_, falling_->shape);
    if (incoming == rules::kNoShape) next_piece();
    else spawn(incoming);
    hold_used_ = true;
  }
  void hard_drop() {
    const rules::Piece rest = rules::dropped(board_, *falling_);
    if (rest.y < falling_->y) kick_ = -1;
    tally_.score += 2 * (falling_->y - rest.y);
    falling_ = rest;
    lock();
  }
  void lock() {
    const rules::Piece piece = *falling_;
    falling_.reset();
    last_lock_ = {rules::spin_of(board_, piece, kick_), rules::settle(board_, piece), tally_.score};
    bool hidden = true;
    for (const rules::Cell &cell : rules::cells(piece)) {
      if (cell.y < rules::kRows) colours_[cell.y][cell.x] = piece.shape;
      hidden &= cell.y >= rules::kVisibleRows;
    }
    if (hidden) {
      over_ = true;
      return;
    }
    rules::Board rest = board_;
    rules::remove_full_rows(rest);
    tally_.lock(last_lock_.spin, last_lock_.lines, rest.empty());
    last_lock_.points = tally_.score - last_lock_.points;
    if (last_lock_.lines > 0) clear_ticks_ = kClearTicks;
    else next_piece();
  }

  void next_piece() {
    size_t to = 0;
    for (size_t y = 0; y < rules::kRows; ++y)
      if (board_.rows[y] != rules::kFullRow) colours_[to++] = colours_[y];
    while (to < rules::kRows) colours_[to++].fill(rules::kNoShape);
    rules::remove_full_rows(board_);
    hold_used_ = false;
    const rules::Shape shape = shapes_.empty() ? rules::kNoShape : shapes_.front();
    if (!shapes_.empty()) shapes_.pop_front();
    spawn(shape);
  }
  void spawn(rules::Shape shape) {
    falling_ = shape == rules::kNoShape ? std::nullopt : rules::spawn(board_, shape);
    over_ = !falling_;
    fraction_ = rest_ticks_ = restarts_ = 0;
    kick_ = -1;
    landed_ = grounded();
    if (falling_) lowest_ = lowest_row();
  }
  void deal(rules::Shape shape) {
    shapes_.push_back(shape);
    dealt_.push_back(shape);
  }

  reader::Field prediction() const {
    reader::Field field;
    auto put = [&](int x, int y, reader::Look look, rules::Shape shape) {
      if (y < rules::kVisibleRows) field[y][x] = {look, shape};
    };
    for (int y = 0; y < rules::kVisibleRows; ++y)
      for (int x = 0; x < rules::kColumns; ++x)
        if (colours_[y][x] != rules::kNoShape) put(x, y, reader::Look::kPiece, colours_[y][x]);
    if (!falling_) return field;
    for (const rules::Cell &cell : rules::cells(rules::dropped(board_, *falling_)))
      put(cell.x, cell.y, reader::Look::kGhost, falling_->shape);
    for (const rules::Cell &cell : rules::cells(*falling_))
      put(cell.x, cell.y, reader::Look::kPiece, falling_->shape);
    return field;
  }
  static std::array<std::array<rules::Shape, rules::kColumns>, rules::kRows> no_colours() {
    std::array<std::array<rules::Shape, rules::kColumns>, rules::kRows> colours;
    for (auto &row : colours) row.fill(rules::kNoShape);
    return colours;
  }

  std::reference_wrapper<Machine> machine_;
  reader::ScoreReader score_;
  rules::Board board_;
  std::array<std::array<rules::Shape, rules::kColumns>, rules::kRows> colours_ = no_colours();
  std::optional<rules::Piece> falling_;
  std::deque<rules::Shape> shapes_;  // On show.
  std::vector<rules::Shape> dealt_;
  rules::Shape held_ = rules::kNoShape;
  bool hold_used_ = false, over_ = false, soft_dropping_ = false;
  bool tick_due_ = false;  // The tick at the end of the last picture is not counted yet.
  bool landed_ = false;     // Since its lowest row last changed.
  int fraction_ = 0, kick_ = -1, lowest_ = 0, rest_ticks_ = 0, restarts_ = 0, clear_ticks_ = 0;
  std::deque<bot::Step> queue_;  // Typed while rows clear.
  vga::Picture landed_picture_;
  rules::Tally tally_;
  Lock last_lock_;
  std::string problem_;
};
