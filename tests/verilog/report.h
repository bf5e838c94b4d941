// Report: one line per feature, pictures, and the exit code.
#pragma once

#include <cstdio>
#include <string>

#include "png.h"

class Report {
 public:
  explicit Report(std::string folder) : folder_(std::move(folder)) {}

  // One line for a feature. `detail` has the measured values.
  bool check(bool passed, const std::string &feature, const std::string &detail = "") {
    std::printf("%-4s  %s%s%s\n", passed ? "ok" : "FAIL", feature.c_str(),
                detail.empty() ? "" : ": ", detail.c_str());
    std::fflush(stdout);
    failures_ += !passed;
    return passed;
  }
  void picture(const std::string &name, const vga::Picture &picture) {
    const std::string path = folder_ + "/" + name + ".png";
    if (!png::write(path, picture)) check(false, "picture", "cannot write " + path);
  }
  int failures() const { return failures_; }

 private:
  std::string folder_;
  int failures_ = 0;
};
