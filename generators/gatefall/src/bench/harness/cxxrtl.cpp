// Runs the circuit in CXXRTL. Reads numbers: for a number of cycles it answers `done`,
// for 0 the signature.
#include "measured.cpp"
#include <cstdio>

int main() {
    cxxrtl_design::p_measured circuit;
    circuit.p_clock.set<bool>(false);
    circuit.step();
    unsigned long long cycles;
    while (std::scanf("%llu", &cycles) == 1) {
        if (cycles == 0) {
            std::printf("%08x\n", circuit.p_signature.get<unsigned>());
        } else {
            for (; cycles > 0; --cycles) {
                circuit.p_clock.set<bool>(true);
                circuit.step();
                circuit.p_clock.set<bool>(false);
                circuit.step();
            }
            std::puts("done");
        }
        std::fflush(stdout);
    }
}
