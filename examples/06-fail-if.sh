#!/bin/sh
# A gate for a build server: fail when the new result is worse than the one to compare with.
#
# The first run is the baseline: 8 users, 5 ms, 1600 requests a second. The second meets a target that has become 30 % slower. Its
# throughput is below 95 % of the baseline's, so the command ends with exit code 10; errors there are none. One run against one
# decides from about 14 % on; smaller differences need repeats. junit.xml, beside result.json, has a test case for each condition.
#
# Usage: 06-fail-if.sh [DIRECTORY for the results; without it a temporary one]
set -eu
jar=${HARNESS_JAR:-$(dirname "$0")/../cli/target/harness.jar}
out=${1:-$(mktemp -d)}

java -jar "$jar" tpcc --think-time none --users 8 --warmup 2s --duration 60s \
    --target sim:service=5ms --out "$out/baseline"

code=0
java -jar "$jar" tpcc --think-time none --users 8 --warmup 2s --duration 60s \
    --target sim:service=6500us --out "$out/slower" --baseline "$out/baseline" \
    --fail-if 'throughput < 0.95*baseline' --fail-if 'errors > 0.1%' || code=$?
echo "exit code $code"
