// Runs the circuit in Verilator: reads numbers of cycles, answers `done`; answers 0 with the signature.
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
