#!/bin/sh
# A sweep: one run for each number of requests in flight, 1, 2, 4 and so on up to 64.
#
# The target does 500 operations a second, like a small cloud disk. One request at a time reaches that already, in 2 ms each; more of
# them gain nothing but waiting: 8 in flight take 8 / 500 s = 16 ms, 64 take 128 ms.
#
# The runs lie below the directory, one each; report.html, report.md and series.csv have them together. A sweep that was interrupted
# goes on where it ended when the same command is given again.
#
# Usage: 04-sweep.sh [DIRECTORY for the results; without it a temporary one]
set -eu
jar=${HARNESS_JAR:-$(dirname "$0")/../cli/target/harness.jar}
out=${1:-$(mktemp -d)}

java -jar "$jar" tpcc --think-time none --warmup 2s --duration 20s \
    --target sim:iops=500 --sweep outstanding=1..64 --out "$out/sweep"
