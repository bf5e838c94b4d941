#!/bin/sh
# Tests the bench: the mock must pass, and the mock with any one of its faults must fail.
set -eu

bench=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT INT TERM
"${CXX:-g++}" -std=c++20 -O2 -Wall -Wextra "-I$bench" '-DARCADE_MODEL="mock_arcade.h"' \
    "$bench/main.cpp" -o "$work/play"

mkdir "$work/pictures"
"$work/play" "$work/pictures" >"$work/log" || {
    cat "$work/log"
    exit 1
}
echo "ok    the bench passes a sound mock"

# The bench ends at its next line after the first failure, since nothing reads it.
cat >"$work/try" <<'EOF'
mkdir "$1/$2"
if ! MOCK_FAULT=$2 "$1/play" "$1/$2" | grep -m 1 '^FAIL' >"$1/$2/failure"; then
    echo "FAIL  the bench did not notice: $2"
    exit 1
fi
echo "ok    noticed $2: $(cut -c 7- "$1/$2/failure")"
EOF
sed -n 's/.*fault("\([a-z-]*\)").*/\1/p' "$bench/mock_arcade.h" |
    xargs -n 1 -P "$(getconf _NPROCESSORS_ONLN)" sh "$work/try" "$work"
