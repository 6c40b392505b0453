#!/usr/bin/env bash
# Compiles all modules without checks and runs the quick tests that need no server. What tests print goes into target/fast. Arguments go to Maven.
set -euo pipefail
cd "$(dirname "$0")/../.."
. src/test/builds.sh

quick() {
    local name=$1
    shift
    if tests "$name" 1 "$@" >"target/fast/$name.log" 2>&1; then
        tail -n 1 "target/fast/$name.log"
    else
        grep -A 20 '^\[ERROR\]' "target/fast/$name.log"
        return 1
    fi
}

mvn -B -q -P 'test-classpath,!checks' -Dcompiled=unchecked -DskipAcceptance "$@" process-test-classes </dev/null
mkdir -p target/fast
excluded_tags=server,fault,container,slow,nightly,matrix
beside engine quick engine $(modules "simulations engine")
beside workloads quick workloads $(modules "processes machines workloads")
beside servers quick servers $(modules servers)
beside commands quick commands $(modules commands)

status=0
for name in engine workloads servers commands; do
    wait "${builds[$name]}" || status=$?
done
exit "$status"
