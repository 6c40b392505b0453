#!/usr/bin/env bash
# Compiles all modules without checks and runs the quick tests that need no server. Two Maven builds run them beside each other, because
# in one build a module waits for the tests of the modules before it. Arguments go to Maven.
set -euo pipefail
cd "$(dirname "$0")/../.."
. src/test/builds.sh

quick=(mvn -B -q -P 'fast,!checks' -Dcompiled=unchecked)
"${quick[@]}" "$@" test-compile </dev/null

only Engine Simulation
beside engine "${quick[@]}" "${compiled[@]}" "${skipped[@]}" "$@" test
only Server Process
beside others "${quick[@]}" "${compiled[@]}" "${skipped[@]}" "$@" test

status=0
for name in engine others; do
    wait "${builds[$name]}" || status=$?
done
exit "$status"
