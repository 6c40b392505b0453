#!/bin/sh
# Requests that come too late: --late skip does not send them, counts them, and calls them infinitely slow.
#
# 100 requests a second, one every 10 ms, for two connections and a target that takes 25 ms. The first two of every three requests
# find a connection free; the third finds both busy and is not sent. So 33 % are skipped, and 66.7 a second are answered, each of
# them in 25 ms. Without --late skip they would queue, for ever longer.
#
# Usage: 03-skip.sh [DIRECTORY for the results; without it a temporary one]
set -eu
jar=${HARNESS_JAR:-$(dirname "$0")/../cli/target/harness.jar}
out=${1:-$(mktemp -d)}

java -jar "$jar" tpcc --think-time none --rate 100/s --late skip --connections 2 --warmup 3s --duration 60s \
    --target sim:service=25ms --out "$out/skip"
