#!/bin/sh
# A search: the most requests in flight that are still answered within 20 ms.
#
# The target is the one of the sweep: 500 operations a second. N requests in flight take N / 500 s, so 20 ms are reached at 10. The
# search doubles until the condition fails, closes in, and runs the level that it found again to make sure.
#
# Usage: 05-search.sh [DIRECTORY for the results; without it a temporary one]
set -eu
jar=${HARNESS_JAR:-$(dirname "$0")/../cli/target/harness.jar}
out=${1:-$(mktemp -d)}

java -jar "$jar" tpcc --think-time none --warmup 2s --duration 20s \
    --target sim:iops=500 --search 'p50 <= 20ms' --search-over outstanding --out "$out/search"
