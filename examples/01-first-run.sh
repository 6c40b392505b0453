#!/bin/sh
# A first run: 60 users against a target that answers each request in exactly 13.52 ms.
#
# The target is a simulation in virtual time: minutes of load take a second, and the right answer is known beforehand.
# Each of the 60 users sends its next request when the last one is answered, so 60 / 0.01352 s = 4437.9 requests a second.
# Take "--target ..." away and the same command starts a real PostgreSQL, loads it and measures that.
#
# Usage: 01-first-run.sh [DIRECTORY for the results; without it a temporary one]
set -eu
jar=${HARNESS_JAR:-$(dirname "$0")/../cli/target/harness.jar}
out=${1:-$(mktemp -d)}

java -jar "$jar" tpcc --think-time none --users 60 --connections 60 \
    --warmup 10s --duration 169s --target sim:service=13520us --out "$out/first"

# Everything printed is read from result.json, so the report can be had again at any time.
java -jar "$jar" report "$out/first"
