#!/bin/sh
# Builds what versus.sh needs in a folder: versus, chambers and starts.txt. Another kernel folder takes a changed kernel.
#   sh training/tron/build-versus.sh OUT [KERNEL]
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
kernel=$(realpath "${2:-$root/src/brains/tron/kernel}")
mkdir -p "$1"
flags='-O3 -march=x86-64-v3 -static'
# shellcheck disable=SC2086
gcc -std=gnu17 $flags -Wall -Wno-attributes -DKERNEL="\"$kernel/kernel.c\"" -o "$1/versus" "$here/versus.c"
# shellcheck disable=SC2086
g++ -std=c++17 $flags -o "$1/chambers" "$root/bench/tron-chambers.fixture.cpp"
(cd "$root" && npx node training/tron/starts.ts --from 100 --count 500) > "$1/starts.txt"
cp "$here/versus.sh" "$here/tally.py" "$1"
