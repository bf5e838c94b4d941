#!/bin/sh
# Tests the bench: it must pass a mock of the arcade, and fail each mock that does one thing wrong.
set -eu

bench=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
"${CXX:-g++}" -std=c++20 -O2 -Wall -Wextra "-I$bench" '-DARCADE_MODEL="mock_arcade.h"' "$bench/main.cpp" -o "$work/play"

failed=0
if ! "$work/play" "$work" >"$work/log"; then
    cat "$work/log"
    failed=1
fi
for fault in $(sed -n 's/.*fault("\([a-z-]*\)").*/\1/p' "$bench/mock_arcade.h"); do
    if MOCK_FAULT=$fault "$work/play" "$work" >"$work/log"; then
        echo "FAIL  the bench did not notice: $fault"
        failed=1
    else
        echo "ok    noticed $fault: $(grep -m 1 '^FAIL' "$work/log" | cut -c 7-)"
    fi
done
exit $failed
