// Plays one evening at the arcade and says what it saw: see README.md.

#include <cstdio>
#include <set>
#include <string>

#include "latency.h"
#include "machine.h"
#include "player.h"
#include "report.h"

namespace {

using bot::Goal;
using bot::Step;
using rules::Spin;

// Thrown after a failed check that the rest of the evening builds on.
struct Stuck {};

class Evening {
 public:
  explicit Evening(Report &report) : report_(report) {}

  void run() {
    require(!machine_.stalled(), "picture", "sync pulses come");
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
    latency();
    escape();
    bags();
    timing();
  }

 private:
  void require(bool passed, const std::string &feature, const std::string &detail) {
    if (report_.check(passed, feature, detail)) return;
    report_.picture("failed", machine_.picture());
    throw Stuck();
  }
  void agree(const std::string &feature, const std::string &detail) {
    const bool agrees = player_.agrees();
    require(agrees, feature, agrees ? detail : player_.problem());
  }
  static std::string number(int value) { return std::to_string(value); }

  void title() {
    machine_.frame();
    vga::Picture before = machine_.picture();
    report_.picture("title", before);
    title_ = before;
    std::set<vga::Colour> colours;
    for (int y = 0; y < vga::kHeight; ++y)
      for (int x = 0; x < vga::kWidth; ++x) colours.insert(before.at(x, y));
    int changes = 0;
    for (int picture = 0; picture < 70; ++picture) {
      machine_.frame();
      changes += machine_.picture() != before;
      before = machine_.picture();
    }
    require(colours.size() >= 4 && changes > 0, "title",
            number(int(colours.size())) + " colours, " + number(changes) + " changes in 70 pictures");
  }

  void start(const std::string &feature, const std::string &detail) {
    const bool started = player_.start();
    require(started, feature, started ? detail : player_.problem());
    report_.picture(feature, machine_.picture());
    deals_.push_back({});
  }

  // A turn, a held direction up to the wall, and a turn that has room only one column away from it.
  void turn_and_kick() {
    while (player_.falling()->shape == rules::O) drop("square");
    player_.type(Step::kLeft);
    player_.settle();
    agree("move", "J moves one column to the left");
    player_.type(Step::kRight);
    player_.settle();
    agree("move", "L moves it back");
    player_.type(Step::kCounter);
    player_.settle();
    agree("turn", "U turns counter-clockwise");
    machine_.keyboard.press(ps2::kL);
    player_.apply(Step::kRight);
    bool as_predicted = true;
    for (int tick = 1; tick <= 16; ++tick) {
      player_.frame();
      as_predicted &= player_.agrees();
      if (tick >= 8 && tick % 2 == 0) player_.apply(Step::kRight);
    }
    machine_.keyboard.release(ps2::kL);
    player_.settle();
    require(as_predicted, "repeat", as_predicted ? "L held: at once, then on ticks 8, 10, 12, ..." : player_.problem());
    report_.picture("kick-before", machine_.picture());
    player_.type(Step::kCounter);
    player_.settle();
    agree("kick", "a turn at the wall succeeds by kick " + number(player_.last_kick() + 1) + " of 5");
    require(player_.last_kick() > 0, "kick", "in place there is no room");
    report_.picture("kick", machine_.picture());
  }

  void hold() {
    player_.type(Step::kHold);
    player_.settle();
    agree("hold", "H puts the piece aside");
    report_.picture("hold", machine_.picture());
    player_.type(Step::kHold);
    player_.settle();
    agree("hold", "a second H for the same piece does nothing");
  }

  void soft_drop_and_lock_delay() {
    const auto steps = player_.plan(Goal::kFourLines);
    for (Step step : steps)
      if (step != Step::kHardDrop && step != Step::kSoftDrop) player_.type(step);
    player_.finish_typing();
    const int score = player_.tally().score;
    const int pictures = player_.soft_drop();
    agree("soft drop", number(player_.tally().score - score) + " rows in " + number(pictures) + " pictures");
    report_.picture("lock-delay", machine_.picture());
    int rested = 0;
    const std::string landed = seen_field();
    while (rested < 60 && seen_field() == landed) player_.frame(), ++rested;
    require(rested == Player::kLockTicks, "lock delay", "the piece rests " + number(rested) + " pictures before it locks");
    agree("lock delay", "then the next piece comes");
  }
  std::string seen_field() const { return reader::text(reader::field(machine_.picture())); }

  void hard_drop() {
    const int score = player_.tally().score;
    player_.prepare(Goal::kFourLines);
    drop("hard drop");
    report_.check(true, "hard drop", number(player_.tally().score - score) + " points");
  }

  // Places the piece; on a difference from the prediction the evening is over.
  void drop(const std::string &feature) {
    before_ = machine_.picture();
    player_.drop();
    if (player_.clearing()) {
      player_.frames(4);
      clearing_ = machine_.picture();
      ++clears_;
    }
    if (!player_.await_spawn()) require(false, feature, player_.problem());
    const Player::Lock &lock = player_.last_lock();
    if (lock.lines == 1 && lock.spin == Spin::kNone && !saw_one_line_) {
      saw_one_line_ = true;
      save_clear("one-line");
    }
  }
  void save_clear(const std::string &name) {
    report_.picture(name + "-before", before_);
    report_.picture(name + "-clearing", clearing_);
    report_.picture(name, machine_.picture());
  }
  // Plays for a goal until `done` says so.
  template <class Done>
  void play(Goal goal, const std::string &feature, Done done) {
    for (int piece = 0; piece < 60; ++piece) {
      if (!player_.prepare(goal)) require(false, feature, player_.problem());
      drop(feature);
      require_alive(feature);
      if (done()) return;
    }
    require(false, feature, "the bot did not get there in 60 pieces");
  }
  void require_alive(const std::string &feature) {
    if (player_.over()) require(false, feature, "the bot lost the game");
  }

  void four_lines() {
    play(Goal::kFourLines, "four lines", [&] { return player_.last_lock().lines == 4; });
    save_clear("four-lines");
    report_.check(true, "four lines", number(player_.last_lock().points) + " points on the screen");
  }
  // After four lines the T-spin is worth half more, unless the bot had to clear a line between.
  void spin() {
    const auto spun = [&] { return player_.last_lock().spin == Spin::kFull && player_.last_lock().lines > 0; };
    play(Goal::kSpin, "T-spin", spun);
    save_clear("t-spin");
    const Player::Lock &lock = player_.last_lock();
    report_.check(true, "T-spin",
                  number(lock.lines) + " lines, " + number(lock.points) + " points on the screen");
  }
  void one_line_and_level() {
    const auto done = [&] {
      saw_combo_ |= player_.tally().combo > 0;
      return player_.tally().lines >= 10 && saw_one_line_ && saw_combo_;
    };
    play(Goal::kLines, "level", done);
    report_.check(saw_one_line_, "one line", "cleared and scored");
    report_.check(saw_combo_, "combo", "two clears in a row scored");
    report_.check(clears_ > 0, "clear delay",
                  "18 ticks from lock to spawn in each of " + number(clears_) + " clears");
    report_.picture("level-2", machine_.picture());
    int ticks = 0;
    const int y = player_.falling()->y;
    while (player_.falling()->y == y && ticks < 70) player_.frame(), ++ticks;
    agree("level", "level " + number(player_.tally().level()) + " after " + number(player_.tally().lines) +
                       " lines: a row falls after " + number(ticks) + " more ticks, at level 1 it took 61");
  }

  void pause() {
    player_.settle();
    player_.freeze();
    machine_.keyboard.tap(ps2::kP);
    machine_.settle();
    int shown = 0;
    for (const auto &row : reader::field(machine_.picture()))
      for (const reader::Seen &seen : row) shown += seen.look == reader::Look::kPiece;
    report_.picture("pause", machine_.picture());
    require(shown == 0, "pause", "P hides the board");
    for (ps2::Key key : {ps2::kJ, ps2::kI, ps2::kG, ps2::kH}) machine_.keyboard.tap(key);
    machine_.settle();
    machine_.frames(20);
    machine_.keyboard.tap(ps2::kP);
    player_.thaw();
    player_.settle();
    agree("pause", "after 20 pictures and some keys P shows the game as it was");
  }

  void sound() {
    const int loud = edges_in(20);
    machine_.keyboard.tap(ps2::kM);
    player_.settle();
    const int quiet = edges_in(10);
    machine_.keyboard.tap(ps2::kM);
    player_.settle();
    const int again = edges_in(20);
    report_.check(loud > 0 && quiet == 0 && again > 0, "sound",
                  number(loud) + " edges in 20 pictures, " + number(quiet) + " while muted, " + number(again) + " after");
    agree("sound", "the game went on meanwhile");
  }
  int edges_in(int pictures) {
    int edges = 0;
    for (int picture = 0; picture < pictures; ++picture) {
      player_.frame();
      edges += machine_.audio_edges();
    }
    return edges;
  }

  void top_out() {
    for (int piece = 0; piece < 40 && !player_.over(); ++piece) drop("top out");
    machine_.frames(2);
    const vga::Picture first = machine_.picture();
    report_.picture("game-over", first);
    require(player_.over() && differs_around_the_boxes(first), "top out", "a piece without room ends the game");
    for (ps2::Key key : {ps2::kJ, ps2::kI, ps2::kG}) machine_.keyboard.tap(key);
    machine_.settle();
    machine_.frame();
    require(reader::text(reader::field(first)) == seen_field(), "top out", "play keys change nothing any more");
    deals_.back() = player_.dealt();
  }

  // Whether the screen above and below the boxes changed since the last piece fell: each scene shows its own keys.
  bool differs_around_the_boxes(const vga::Picture &picture) const {
    for (int y = 0; y < vga::kHeight; ++y)
      for (int x = 0; x < vga::kWidth; ++x)
        if ((y < 80 || y >= 400) && picture.at(x, y) != before_.at(x, y)) return true;
    return false;
  }

  void latency() {
    player_.soft_drop(8);
    Latency latency(machine_, player_);
    const auto cycles = latency.measure();
    const int half_bit = machine_.keyboard.half_bit();
    report_.check(cycles.has_value(), "latency",
                  cycles ? "key to pixels in at most " + number(*cycles) + " cycles (" +
                               number(int(*cycles / Machine::kClockHz * 1e6)) +
                               " us) after the falling clock edge of its stop bit, " + number(*cycles - half_bit) +
                               " after the rising one"
                         : "more than a millisecond from the stop bit to the picture");
    player_.settle();
    agree("latency", "the game is as predicted after all these moves");
    deals_.back() = player_.dealt();
  }

  void escape() {
    machine_.keyboard.tap(ps2::kEscape);
    machine_.settle();
    report_.picture("title-again", machine_.picture());
    int differing = 0;
    for (int y = 0; y < vga::kHeight; ++y)
      for (int x = 0; x < vga::kWidth; ++x) differing += machine_.picture().at(x, y) != title_.at(x, y);
    // The title's pieces may have turned meanwhile.
    report_.check(differing < vga::kWidth * vga::kHeight / 10, "title", "Esc leaves the game");
  }

  void bags() {
    int dealt = 0;
    bool distinct = true;
    for (const auto &deal : deals_)
      for (size_t piece = 0; piece < deal.size(); ++piece, ++dealt)
        for (size_t other = piece / 7 * 7; other < piece; ++other) distinct &= deal[piece] != deal[other];
    report_.check(distinct && dealt > 0, "bags", number(dealt) + " pieces come in bags of seven");
  }

  void timing() {
    const vga::Monitor &monitor = machine_.monitor();
    report_.check(monitor.errors() == 0, "timing",
                  monitor.errors() == 0
                      ? number(machine_.frames()) + " pictures of 800 x 525 cycles, syncs and blanking exact"
                      : number(int(monitor.errors())) + " wrong cycles, first: " + monitor.first_error());
  }

  Report &report_;
  Machine machine_;
  Player player_{machine_};
  vga::Picture title_, before_, clearing_;
  std::vector<std::vector<rules::Shape>> deals_;
  bool saw_one_line_ = false, saw_combo_ = false;
  int clears_ = 0;
};

}  // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER_FOR_PICTURES\n", argv[0]);
    return 2;
  }
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
