// Runs the design for some frames, and prints the signature of its state after each.
// Arguments: FRAMES CYCLES_PER_FRAME
#include "Vplayed.h"
#include "verilated.h"
#include <cstdio>
#include <cstdlib>

double sc_time_stamp() { return 0; }

int main(int, char **arguments) {
    const long frames = std::atol(arguments[1]), cycles = std::atol(arguments[2]);
    Vplayed design;
    design.clock = 0;
    design.eval();
    for (long frame = 0; frame < frames; ++frame) {
        for (long cycle = 0; cycle < cycles; ++cycle) {
            design.clock = 1;
            design.eval();
            design.clock = 0;
            design.eval();
        }
        std::printf("%016llx\n", static_cast<unsigned long long>(design.state_signature));
    }
}
