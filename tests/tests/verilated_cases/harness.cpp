// Repeats recorded cases on the Verilated bench, and compares a signature of the whole state.
// Arguments: FILE [+verilator+...]
//
// The file has a word of `value`, `memory` or `input` with a number for each part of the state,
// then the cases. `fault` sets the fault that a changed design plants. A case that differs is
// printed with its step and all values, and is left.
#include "Vbench.h"
#include "inputs.h" // INPUTS(X): X(name) for each input of the bench without the clock
#include "verilated.h"
#include "verilated_syms.h"
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace {

[[noreturn]] void fail(const std::string &problem) {
    std::fprintf(stderr, "%s\n", problem.c_str());
    std::exit(2);
}

// A register, a memory, or an input in the running model.
struct Place {
    std::string name;
    uint8_t *data = nullptr;
    size_t bytes_of_word = 0;
    size_t words = 0;

    uint64_t get(size_t address) const {
        uint64_t value = 0;
        std::memcpy(&value, data + address * bytes_of_word, bytes_of_word);
        return value;
    }

    void set(size_t address, uint64_t value) {
        if (address >= words) fail(name + " has no such word");
        std::memcpy(data + address * bytes_of_word, &value, bytes_of_word);
    }
};

// The design at power-up. Each case has one of its own.
class Model {
public:
    Model(int count, char **arguments) {
        context.commandArgs(count, arguments);
        bench = std::make_unique<Vbench>(&context);
        bench->clock = 0;
#define CLEAR(name) bench->name = 0;
        INPUTS(CLEAR)
#undef CLEAR
        bench->eval();
    }

    ~Model() { bench->final(); }

    Place find(const std::string &name, size_t words) {
        Place place;
        place.name = name;
        place.words = words;
        if (words == 0) {
            find_input(place);
            return place;
        }
        const std::string path = "TOP.bench." + name;
        const size_t dot = path.rfind('.');
        const VerilatedScope *scope = context.scopeFind(path.substr(0, dot).c_str());
        VerilatedVar *variable = scope ? scope->varFind(path.substr(dot + 1).c_str()) : nullptr;
        if (!variable) fail(name + " is not in the model");
        place.data = static_cast<uint8_t *>(variable->datap());
        place.bytes_of_word = variable->entSize();
        if (variable->totalSize() != words * place.bytes_of_word || place.bytes_of_word > 8) {
            fail(name + " has another size in the model");
        }
        return place;
    }

    void run(uint64_t cycles) {
        for (; cycles > 0; --cycles) {
            bench->clock = 1;
            bench->eval();
            bench->clock = 0;
            bench->eval();
        }
    }

private:
    VerilatedContext context;
    std::unique_ptr<Vbench> bench;

    void find_input(Place &place) {
#define FIND(input)                                                                                \
    if (place.name == #input) {                                                                    \
        place.data = reinterpret_cast<uint8_t *>(&bench->input);                                   \
        place.bytes_of_word = sizeof(bench->input);                                                \
    }
        INPUTS(FIND)
#undef FIND
        if (!place.data) fail(place.name + " is no input");
        place.words = 1;
    }
};

struct Part {
    std::string name;
    size_t words; // 0: an input
};

uint64_t mix(uint64_t signature, uint64_t word) {
    signature = (signature ^ word) * 0x9E3779B97F4A7C15;
    return signature ^ signature >> 32;
}

uint64_t sign(const Place *places, size_t count) {
    uint64_t signature = 0;
    for (size_t index = 0; index < count; ++index) {
        const Place &place = places[index];
        const size_t bytes = place.words * place.bytes_of_word;
        for (size_t start = 0; start < bytes; start += 8) {
            uint64_t word = 0;
            std::memcpy(&word, place.data + start, bytes - start < 8 ? bytes - start : 8);
            signature = mix(signature, word);
        }
    }
    return signature;
}

void print_values(const std::vector<Place> &places, size_t count) {
    for (size_t index = 0; index < count; ++index) {
        std::printf("values");
        for (size_t address = 0; address < places[index].words; ++address) {
            std::printf(" %llx", static_cast<unsigned long long>(places[index].get(address)));
        }
        std::printf("\n");
    }
}

} // namespace

int main(int count, char **arguments) {
    if (count < 2) fail("usage: play FILE");
    std::ifstream file(arguments[1]);
    std::vector<Part> parts;
    std::vector<Place> places;
    std::unique_ptr<Model> model;
    std::string word, name;
    uint64_t cycles = 0, checks = 0, cases = 0, differing = 0, fault = 0;
    bool differs = false;
    const auto start = std::chrono::steady_clock::now();
    while (file >> word) {
        if (word == "part") {
            Part part;
            file >> part.words >> part.name;
            parts.push_back(part);
        } else if (word == "fault") {
            file >> fault;
        } else if (word == "case") {
            file >> name;
            model.reset();
            model = std::make_unique<Model>(count, arguments);
            places.clear();
            for (const Part &part : parts) places.push_back(model->find(part.name, part.words));
            differs = false;
            ++cases;
            if (fault > 0) model->find("fault", 1).set(0, fault);
        } else if (word == "set") {
            size_t index, address;
            uint64_t value;
            file >> index >> address >> value;
            if (!differs) places.at(index).set(address, value);
        } else if (word == "run") {
            uint64_t more;
            file >> more;
            if (!differs) model->run(more), cycles += more;
        } else if (word == "check") {
            size_t step, compared;
            uint64_t expected;
            file >> step >> compared >> expected;
            if (differs) continue;
            ++checks;
            differs = sign(places.data(), compared) != expected;
            if (differs) {
                ++differing;
                std::printf("differs %zu %s\n", step, name.c_str());
                print_values(places, compared);
            }
        } else {
            fail("unknown word " + word);
        }
    }
    const auto time = std::chrono::steady_clock::now() - start;
    const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
    std::printf("played %llu %llu %llu %llu %lld\n", static_cast<unsigned long long>(cases),
                static_cast<unsigned long long>(checks), static_cast<unsigned long long>(cycles),
                static_cast<unsigned long long>(differing), static_cast<long long>(ms));
}
