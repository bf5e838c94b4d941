// Keyboard tests: every key of the table, repeats by the keyboard, codes that are no keys, damaged
// bytes, two directions at once, restarts of the lock timer. Starts in a new game.
#pragma once

#include "stage.h"

class Manners {
 public:
  explicit Manners(Stage &stage) : stage_(stage) {}

  void run() {
    both_directions();
    typematic();
    codes_that_are_no_keys();
    damaged_byte();
    restarts_of_the_lock_timer();
    every_key();
  }

 private:
  using Step = bot::Step;

  void tap(ps2::Key key, Step step) {
    machine_.keyboard.tap(key);
    player_.apply(step);
    player_.settle();
  }
  // Shows `ticks` pictures of a held direction, which was pressed `charged` ticks before.
  bool held(Step step, int charged, int ticks) {
    bool agrees = true;
    for (int tick = charged + 1; tick <= charged + ticks; ++tick) {
      if (tick >= 8 && tick % 2 == 0) player_.apply(step);
      player_.frame();
      agrees &= player_.agrees();
    }
    return agrees;
  }

  void both_directions() {
    machine_.keyboard.press(ps2::kJ);
    player_.apply(Step::kLeft);
    player_.frame();
    bool agrees = held(Step::kLeft, 0, 3);
    machine_.keyboard.press(ps2::kL);
    player_.apply(Step::kRight);
    player_.frame();
    // Left has reached 4 and keeps charging; right begins.
    agrees &= held(Step::kRight, 0, 8);
    machine_.keyboard.release(ps2::kL);
    player_.frame();
    agrees &= held(Step::kLeft, 13, 3);
    machine_.keyboard.release(ps2::kJ);
    player_.settle();
    stage_.require(agrees, "both directions",
                   agrees ? "the last one wins, the first one returns charged" : player_.problem());
  }

  void typematic() {
    for (int repeat = 0; repeat < 3; ++repeat) machine_.keyboard.press(ps2::kI);
    machine_.keyboard.release(ps2::kI);
    player_.apply(Step::kClockwise);
    player_.settle();
    stage_.agree("typematic", "repeats of a held key by the keyboard turn the piece once only");
  }

  void codes_that_are_no_keys() {
    tap_inside_fake_shifts();
    stage_.agree("fake shifts", "E0 12 and E0 F0 12 around an arrow are ignored");
    for (int byte : {0xE1, 0x14, 0x77, 0xE1, 0xF0, 0x14, 0xF0, 0x77})
      machine_.keyboard.raw(uint8_t(byte));
    player_.settle();
    tap(ps2::kL, Step::kRight);
    stage_.agree("pause key", "its eight bytes are skipped and the next key works");
    machine_.keyboard.tap(ps2::Key{ps2::kArrowLeft.code});
    machine_.keyboard.tap(ps2::Key{ps2::kJ.code, true});
    player_.settle();
    stage_.agree("other keys", "4 of the keypad and an extended 3B do nothing");
  }
  void tap_inside_fake_shifts() {
    for (int byte : {0xE0, 0x12}) machine_.keyboard.raw(uint8_t(byte));
    machine_.keyboard.tap(ps2::kArrowLeft);
    for (int byte : {0xE0, 0xF0, 0x12}) machine_.keyboard.raw(uint8_t(byte));
    player_.apply(Step::kLeft);
    player_.settle();
  }

  // A byte with wrong parity may have been any break code: all keys count as released.
  void damaged_byte() {
    machine_.keyboard.press(ps2::kJ);
    player_.apply(Step::kLeft);
    player_.settle();
    machine_.keyboard.damaged(ps2::kG.code);
    player_.settle();
    player_.frames(10);
    stage_.agree("damaged byte", "the key in it does not act, and the held one is released");
    machine_.keyboard.release(ps2::kJ);
    player_.settle();
    tap(ps2::kL, Step::kRight);
    stage_.agree("damaged byte", "afterwards keys work as before");
  }

  struct Named {
    const char *name;
    ps2::Key key;
  };
  void every_key() {
    const Named left[] = {{"J", {0x3B}}, {"A", {0x1C}}, {"Left", {0x6B, true}}};
    const Named right[] = {{"L", {0x4B}}, {"D", {0x23}}, {"Right", {0x74, true}}};
    const Named back[] = {{"U", {0x3C}}, {"Q", {0x15}}, {"Z", {0x1A}}};
    const Named hold[] = {{"H", {0x33}}, {"E", {0x24}}, {"C", {0x21}}};
    const Named down[] = {{"K", {0x42}}, {"S", {0x1B}}, {"Down", {0x72, true}}};
    const Named drop[] = {{"G", {0x34}}, {"Space", {0x29}}, {"G", {0x34}}};
    std::string names;
    auto try_key = [&](const Named &named, Step step) {
      if (step == Step::kSoftDrop) player_.soft_drop(2, named.key);
      else tap(named.key, step);
      if (!player_.agrees())
        stage_.require(false, "keys", std::string(named.name) + ": " + player_.problem());
      names += std::string(names.empty() ? "" : " ") + named.name;
    };
    for (int key = 0; key < 3; ++key) {
      try_key(left[key], Step::kLeft);
      try_key(right[key], Step::kRight);
      try_key(back[key], Step::kCounter);
      try_key(hold[key], Step::kHold);
      try_key(down[key], Step::kSoftDrop);
      try_key(drop[key], Step::kHardDrop);
    }
    for (const Named &named :
         {Named{"I", {0x43}}, Named{"W", {0x1D}}, Named{"Up", {0x75, true}}, Named{"X", {0x22}}})
      try_key(named, Step::kClockwise);
    stage_.require(true, "keys", names);
  }

  // Fifteen moves on the ground restart the lock timer, the sixteenth does not.
  void restarts_of_the_lock_timer() {
    player_.soft_drop();
    player_.settle();
    for (int move = 0; move < 14; ++move) player_.type(move % 2 ? Step::kLeft : Step::kRight);
    player_.settle();
    player_.frames(10);
    tap(ps2::kJ, Step::kLeft);
    player_.frames(5);
    tap(ps2::kL, Step::kRight);
    int rested = 8;
    for (; player_.grounded() && rested < 60; ++rested) player_.frame();
    stage_.agree(
        "restarts",
        "after 15 moves on the ground the 16th did not keep the piece from locking on tick " +
            std::to_string(rested));
  }

  Stage &stage_;
  Machine &machine_ = stage_.machine;
  Player &player_ = stage_.player;
};
