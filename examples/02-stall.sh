#!/bin/sh
# A stall, and why response times count from when a request was due.
#
# Every ten seconds the target stands still for 200 ms; otherwise it answers in 0.5 ms. 1000 requests a second come whether or not
# it answers (--rate), and there is one connection to send them on.
#
# Compare the two p99 in the report. Service time counts from when a request was sent: only the one request that was under way met
# the stall, and its p99 is 0.5 ms. Response time counts from when it was due: the 200 requests that came meanwhile had to wait, and
# so had the next 200 until the queue was gone. That is 4 % of all, and the p99 is 150.5 ms. Users notice the second number.
#
# Usage: 02-stall.sh [DIRECTORY for the results; without it a temporary one]
set -eu
jar=${HARNESS_JAR:-$(dirname "$0")/../cli/target/harness.jar}
out=${1:-$(mktemp -d)}

java -jar "$jar" tpcc --think-time none --rate 1000/s --connections 1 --warmup 5s --duration 60s \
    --target 'sim:service=500us,servers=1,stall=200ms@10s' --out "$out/stall"
