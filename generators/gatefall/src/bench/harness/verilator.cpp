// Runs the circuit in Verilator. Reads numbers: for a number of cycles it answers `done`,
// for 0 the signature.
#include "Vmeasured.h"
#include "verilated.h"
#include <cstdio>

double sc_time_stamp() { return 0; }

int main() {
    Vmeasured circuit;
    circuit.clock = 0;
    circuit.eval();
    unsigned long long cycles;
    while (std::scanf("%llu", &cycles) == 1) {
        if (cycles == 0) {
            std::printf("%08x\n", circuit.signature);
        } else {
            for (; cycles > 0; --cycles) {
                circuit.clock = 1;
                circuit.eval();
                circuit.clock = 0;
                circuit.eval();
            }
            std::puts("done");
        }
        std::fflush(stdout);
    }
}
