// The arcade with a keyboard and a monitor.
#pragma once

#include <functional>
#include <memory>

#include ARCADE_MODEL
#include "ps2.h"
#include "vga.h"

class Machine {
 public:
  static constexpr double kClockHz = 25e6;

  Machine() {
    model_->reset = 1;
    for (int cycle = 0; cycle < 500; ++cycle) this->cycle();
    model_->reset = 0;
    frame();
  }

  // Runs until the visible part of a picture has ended, which is the moment of the game's tick.
  void frame() {
    while (!cycle()) {
      if (cycles_ - last_frame_ > 3L * vga::kFrameCycles) {
        stalled_ = true;
        break;
      }
    }
    last_frame_ = cycles_;
    ++frames_;
    audio_edges_ = std::exchange(edges_, 0);
  }
  void frames(int count) {
    while (count-- > 0) frame();
  }
  // Waits for the keyboard, then shows one whole picture without a key.
  void settle() {
    do frame();
    while (!keyboard.idle());
    frame();
  }
  // Runs until the beam is `cycles` beyond the end of the visible part.
  void run_to_beam(int cycles) {
    while (monitor_.beam() < cycles) cycle();
  }

  const vga::Picture &picture() const { return monitor_.picture(); }
  const vga::Monitor &monitor() const { return monitor_; }
  // Pictures since the start.
  int frames() const { return frames_; }
  // Changes of the audio wire during the last picture.
  int audio_edges() const { return audio_edges_; }
  // True if no picture came for three times its length.
  bool stalled() const { return stalled_; }

  ps2::Keyboard keyboard{kClockHz};

 private:
  // One pixel clock; true when the visible part of a picture has just ended.
  bool cycle() {
    if (keyboard.cycle()) {
      model_->ps2_clock = keyboard.clock;
      model_->ps2_data = keyboard.data;
    }
    model_->clock = 1;
    model_->eval();
    const vga::Colour colour =
        vga::Colour(model_->vga_red << 8 | model_->vga_green << 4 | model_->vga_blue);
    const bool ended = monitor_.cycle(model_->vga_h_sync, model_->vga_v_sync, colour);
    edges_ += model_->audio != audio_;
    audio_ = model_->audio;
    model_->clock = 0;
    model_->eval();
    ++cycles_;
    return ended;
  }

  std::unique_ptr<Varcade> model_ = idle_model();
  vga::Monitor monitor_;
  long cycles_ = 0, last_frame_ = 0;
  int frames_ = 0;
  int edges_ = 0, audio_edges_ = 0;
  bool audio_ = false, stalled_ = false;

  static std::unique_ptr<Varcade> idle_model() {
    auto model = std::make_unique<Varcade>();
    model->clock = 0;
    model->ps2_clock = 1;
    model->ps2_data = 1;
    model->gamepad_data = 1;
    model->second_gamepad_data = 1;
    return model;
  }
};
