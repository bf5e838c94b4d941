#!/bin/sh
# Plays the emitted Verilog: run.sh FOLDER_OF_VERILOG FOLDER_FOR_PICTURES
# Builds a simulation of the module `arcade` with Verilator, and plays the scenario of main.cpp.
# Prints one line per feature, and fails when one of them failed.
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 FOLDER_OF_VERILOG FOLDER_FOR_PICTURES" >&2
    exit 2
fi
bench=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$2"
pictures=$(cd "$2" && pwd)
sources=$(cd "$1" && ls "$PWD"/*.v)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM

# The project's Verilog is checked by its own lints; here only errors matter.
# The default of its makefile, -Os, is a quarter slower.
# shellcheck disable=SC2086 # one word per file
verilator --cc --exe --build -O3 -Wno-fatal --x-assign fast --x-initial fast \
    -MAKEFLAGS OPT_FAST=-O2 \
    -CFLAGS "-std=c++20 -O2 -march=native -Wall -Wextra -I$bench -DARCADE_MODEL='\"Varcade.h\"'" \
    --top-module arcade --Mdir "$work/model" -o play \
    $sources "$bench/main.cpp" >"$work/build.log" 2>&1 || {
    tail -n 40 "$work/build.log" >&2
    exit 1
}
"$work/model/play" "$pictures"
