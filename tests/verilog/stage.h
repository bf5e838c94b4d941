// Machine, player and report, shared by all parts of the scenario.
#pragma once

#include <string>

#include "machine.h"
#include "player.h"
#include "report.h"

// Thrown after a failed check that later checks depend on.
struct Stuck {};

class Stage {
 public:
  explicit Stage(Report &report) : report(report) {}

  void require(bool passed, const std::string &feature, const std::string &detail) {
    if (report.check(passed, feature, detail)) return;
    report.picture("failed", machine.picture());
    throw Stuck();
  }
  // The picture must be the predicted one.
  void agree(const std::string &feature, const std::string &detail) {
    const bool agrees = player.agrees();
    require(agrees, feature, agrees ? detail : player.problem());
  }

  Report &report;
  Machine machine;
  Player player{machine};
};
