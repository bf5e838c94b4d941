// Plays one scenario on the arcade and prints the results: see README.md.

#include <cstdio>
#include <set>
#include <string>

#include "latency.h"
#include "manners.h"
#include "stage.h"

namespace {

using bot::Goal;
using bot::Step;
using rules::Spin;

class Evening : Stage {
 public:
  using Stage::Stage;

  void run() {
    require(!machine.stalled(), "picture", "sync pulses come");
    title();
    start("start", "Enter on the title: empty board, score 0");
    turn_and_kick();
    hold();
    soft_drop_and_lock_delay();
    hard_drop();
    four_lines();
    spin();
    one_line_and_level();
    pause();
    sound();
    top_out();
    start("restart", "Enter after game over: empty board, score 0");
    Manners(*this).run();
    latency();
    escape();
    bags();
    timing();
  }

 private:
  static std::string number(int value) { return std::to_string(value); }

  void title() {
    machine.frame();
    vga::Picture before = machine.picture();
    report.picture("title", before);
    title_ = before;
    std::set<vga::Colour> colours;
    for (int y = 0; y < vga::kHeight; ++y)
      for (int x = 0; x < vga::kWidth; ++x) colours.insert(before.at(x, y));
    int changes = 0;
    for (int picture = 0; picture < 70; ++picture) {
      machine.frame();
      changes += machine.picture() != before;
      before = machine.picture();
    }
    require(
        colours.size() >= 4 && changes > 0, "title",
        number(int(colours.size())) + " colours, " + number(changes) + " changes in 70 pictures");
  }

  void start(const std::string &feature, const std::string &detail) {
    const bool started = player.start();
    require(started, feature, started ? detail : player.problem());
    report.picture(feature, machine.picture());
    deals_.push_back({});
  }

  // A turn, a held direction up to the wall, and a turn that has room only one column away from it.
  void turn_and_kick() {
    while (player.falling()->shape == rules::O) drop("square");
    player.type(Step::kLeft);
    player.settle();
    agree("move", "J moves one column to the left");
    player.type(Step::kRight);
    player.settle();
    agree("move", "L moves it back");
    player.type(Step::kCounter);
    player.settle();
    agree("turn", "U turns counter-clockwise");
    machine.keyboard.press(ps2::kL);
    player.apply(Step::kRight);
    bool as_predicted = true;
    for (int tick = 1; tick <= 16; ++tick) {
      player.frame();
      as_predicted &= player.agrees();
      if (tick >= 8 && tick % 2 == 0) player.apply(Step::kRight);
    }
    machine.keyboard.release(ps2::kL);
    player.settle();
    require(as_predicted, "repeat",
            as_predicted ? "L held: at once, then on ticks 8, 10, 12, ..." : player.problem());
    report.picture("kick-before", machine.picture());
    player.type(Step::kCounter);
    player.settle();
    agree("kick",
          "a turn at the wall succeeds by kick " + number(player.last_kick() + 1) + " of 5");
    require(player.last_kick() > 0, "kick", "in place there is no room");
    report.picture("kick", machine.picture());
  }

  void hold() {
    player.type(Step::kHold);
    player.settle();
    agree("hold", "H puts the piece aside");
    report.picture("hold", machine.picture());
    player.type(Step::kHold);
    player.settle();
    agree("hold", "a second H for the same piece does nothing");
  }

  void soft_drop_and_lock_delay() {
    const auto steps = player.plan(Goal::kFourLines);
    for (Step step : steps)
      if (step != Step::kHardDrop && step != Step::kSoftDrop) player.type(step);
    player.finish_typing();
    tap_soft_drop();
    player.settle();
    agree("soft drop", "K tapped moves a row at once for a point");
    const int score = player.tally().score;
    const int pictures = player.soft_drop();
    agree("soft drop",
          number(player.tally().score - score) + " rows in " + number(pictures) + " pictures");
    int rested = 0;
    const std::string landed = seen_field();
    while (rested < 60 && seen_field() == landed) {
      player.frame();
      if (++rested == Player::kLockTicks - 4) report.picture("lock-delay", machine.picture());
    }
    require(rested == Player::kLockTicks, "lock delay",
            "the piece rests " + number(rested) + " pictures before it locks");
    agree("lock delay", "then the next piece comes");
  }
  void tap_soft_drop() {
    machine.keyboard.tap(ps2::kK);
    player.apply(Step::kSoftDrop);
  }
  std::string seen_field() const { return reader::text(reader::field(machine.picture())); }

  void hard_drop() {
    const int score = player.tally().score;
    player.prepare(Goal::kFourLines);
    drop("hard drop");
    report.check(true, "hard drop", number(player.tally().score - score) + " points");
  }

  // Drops the piece. A difference from the prediction ends the scenario.
  void drop(const std::string &feature) {
    before_ = machine.picture();
    player.drop();
    if (player.clearing()) {
      player.frames(4);
      clearing_ = machine.picture();
      ++clears_;
      if (queue_due_) return queue();
    }
    if (!player.await_spawn()) require(false, feature, player.problem());
    const Player::Lock &lock = player.last_lock();
    if (lock.lines == 1 && lock.spin == Spin::kNone && !saw_one_line_) {
      saw_one_line_ = true;
      save_clear("one-line");
    }
  }
  // Ten presses while rows clear: eight act on the next piece, the two to hold it are lost.
  void queue() {
    queue_due_ = false;
    tap_soft_drop();
    for (Step step : {Step::kLeft, Step::kLeft, Step::kClockwise, Step::kClockwise, Step::kCounter,
                      Step::kRight, Step::kRight, Step::kHold, Step::kHold})
      player.type(step);
    const bool agrees = player.await_spawn();
    require(
        agrees, "queue",
        agrees ? "8 of 10 presses during the clear delay act on the next piece" : player.problem());
  }
  void save_clear(const std::string &name) {
    report.picture(name + "-before", before_);
    report.picture(name + "-clearing", clearing_);
    report.picture(name, machine.picture());
  }
  // Plays for a goal until `done` is true.
  template <class Done>
  void play(Goal goal, const std::string &feature, Done done) {
    for (int piece = 0; piece < 60; ++piece) {
      if (!player.prepare(goal)) require(false, feature, player.problem());
      drop(feature);
      require_alive(feature);
      if (done()) return;
    }
    require(false, feature, "the bot did not get there in 60 pieces");
  }
  void require_alive(const std::string &feature) {
    if (player.over()) require(false, feature, "the bot lost the game");
  }

  void four_lines() {
    play(Goal::kFourLines, "four lines", [&] { return player.last_lock().lines == 4; });
    save_clear("four-lines");
    report.check(true, "four lines", number(player.last_lock().points) + " points on the screen");
  }
  // After four lines the T-spin scores half more, unless the bot had to clear a line between.
  void spin() {
    const auto spun = [&] {
      return player.last_lock().spin == Spin::kFull && player.last_lock().lines > 0;
    };
    play(Goal::kSpin, "T-spin", spun);
    report.picture("t-spin-landed", player.landed_picture());
    save_clear("t-spin");
    const Player::Lock &lock = player.last_lock();
    report.check(true, "T-spin",
                 number(lock.lines) + " lines, " + number(lock.points) + " points on the screen");
  }
  void one_line_and_level() {
    const auto done = [&] {
      saw_combo_ |= player.tally().combo > 0;
      return player.tally().lines >= 10 && saw_one_line_ && saw_combo_ && !queue_due_;
    };
    queue_due_ = true;
    play(Goal::kLines, "level", done);
    report.check(saw_one_line_, "one line", "cleared and scored");
    report.check(saw_combo_, "combo", "two clears in a row scored");
    require(clears_ > 0, "clear delay",
            "18 ticks from lock to spawn in each of " + number(clears_) + " clears");
    report.picture("level-2", machine.picture());
    fall_at_level();
  }
  void fall_at_level() {
    int ticks = 0;
    const int y = player.falling()->y;
    while (player.falling()->y == y && ticks < 70) player.frame(), ++ticks;
    agree("level", "level " + number(player.tally().level()) + " after " +
                       number(player.tally().lines) + " lines: a row falls after " + number(ticks) +
                       " more ticks, at level 1 it took 61");
  }

  void pause() {
    player.settle();
    player.freeze();
    machine.keyboard.tap(ps2::kP);
    machine.settle();
    int shown = 0;
    for (const auto &row : reader::field(machine.picture()))
      for (const reader::Seen &seen : row) shown += seen.look == reader::Look::kPiece;
    report.picture("pause", machine.picture());
    require(shown == 0, "pause", "P hides the board");
    for (ps2::Key key : {ps2::kJ, ps2::kI, ps2::kG, ps2::kH}) machine.keyboard.tap(key);
    machine.settle();
    machine.frames(20);
    machine.keyboard.tap(ps2::kP);
    machine.settle();
    // It ends the wait.
    machine.keyboard.tap(ps2::kEnter);
    player.thaw();
    player.settle();
    agree("pause", "after 20 pictures and some keys P shows the game as it was");
  }

  void sound() {
    const int loud = edges_in(20);
    machine.keyboard.tap(ps2::kF2);
    player.settle();
    const int quiet = edges_in(10);
    machine.keyboard.tap(ps2::kF2);
    player.settle();
    const int again = edges_in(20);
    report.check(loud > 0 && quiet == 0 && again > 0, "sound",
                 number(loud) + " edges in 20 pictures, " + number(quiet) + " while muted, " +
                     number(again) + " after");
    agree("sound", "the game went on meanwhile");
  }
  int edges_in(int pictures) {
    int edges = 0;
    for (int picture = 0; picture < pictures; ++picture) {
      player.frame();
      edges += machine.audio_edges();
    }
    return edges;
  }

  void top_out() {
    for (int piece = 0; piece < 40 && !player.over(); ++piece) drop("top out");
    // Keys are ignored for 45 pictures, in which the board turns grey.
    machine.frames(48);
    const vga::Picture first = machine.picture();
    report.picture("game-over", first);
    require(player.over() && differs_around_the_boxes(first), "top out",
            "a piece without room ends the game");
    for (ps2::Key key : {ps2::kJ, ps2::kI, ps2::kG}) machine.keyboard.tap(key);
    machine.settle();
    machine.frame();
    require(reader::text(reader::field(first)) == seen_field(), "top out",
            "play keys change nothing any more");
    deals_.back() = player.dealt();
  }

  // True if the screen above and below the boxes changed since the last piece fell: each scene
  // shows its own keys.
  bool differs_around_the_boxes(const vga::Picture &picture) const {
    for (int y = 0; y < vga::kHeight; ++y)
      for (int x = 0; x < vga::kWidth; ++x)
        if ((y < 80 || y >= 400) && picture.at(x, y) != before_.at(x, y)) return true;
    return false;
  }

  void latency() {
    // Below the line of the clock, whose digits change from picture to picture.
    player.soft_drop(10);
    Latency latency(machine, player);
    const auto cycles = latency.measure();
    const int half_bit = machine.keyboard.half_bit();
    report.check(cycles.has_value(), "latency",
                 cycles ? "key to pixels in at most " + number(*cycles) + " cycles (" +
                              number(int(*cycles / Machine::kClockHz * 1e6)) +
                              " us) after the falling clock edge of its stop bit, " +
                              number(*cycles - half_bit) + " after the rising one"
                        : "more than a millisecond from the stop bit to the picture");
    player.settle();
    agree("latency", "the game is as predicted after all these moves");
    deals_.back() = player.dealt();
  }

  void escape() {
    // To the pause, and up to its last entry.
    for (const auto key : {ps2::kEscape, ps2::kI, ps2::kEnter}) {
      machine.keyboard.tap(key);
      machine.settle();
    }
    report.picture("title-again", machine.picture());
    int differing = 0;
    for (int y = 0; y < vga::kHeight; ++y)
      for (int x = 0; x < vga::kWidth; ++x)
        differing += machine.picture().at(x, y) != title_.at(x, y);
    // The title's pieces may have turned since then.
    report.check(differing < vga::kWidth * vga::kHeight / 10, "title",
                 "the menu of the pause leaves the game");
  }

  void bags() {
    int dealt = 0;
    bool distinct = true;
    for (const auto &deal : deals_)
      for (size_t piece = 0; piece < deal.size(); ++piece, ++dealt)
        for (size_t other = piece / 7 * 7; other < piece; ++other)
          distinct &= deal[piece] != deal[other];
    report.check(distinct && dealt > 0, "bags", number(dealt) + " pieces come in bags of seven");
  }

  void timing() {
    const vga::Monitor &monitor = machine.monitor();
    report.check(
        monitor.errors() == 0, "timing",
        monitor.errors() == 0
            ? number(machine.frames()) + " pictures of 800 x 525 cycles, syncs and blanking exact"
            : number(int(monitor.errors())) + " wrong cycles, first: " + monitor.first_error());
  }

  vga::Picture title_, before_, clearing_;
  std::vector<std::vector<rules::Shape>> deals_;
  bool saw_one_line_ = false, saw_combo_ = false, queue_due_ = false;
  int clears_ = 0;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER_FOR_PICTURES\n", argv[0]);
    return 2;
  }
  // A reader sees each line at once.
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Report report(argv[1]);
  try {
    auto evening = std::make_unique<Evening>(report);
    evening->run();
  } catch (const Stuck &) {
    std::puts("the rest was left out");
  }
  std::printf("%d failed\n", report.failures());
  return report.failures() == 0 ? 0 : 1;
}
