#!/usr/bin/env bash
# Prints where the time of a build went: seconds by Maven goal, the ten slowest test classes and the ten slowest tests. Prints
# only; no time fails a build.
#
#   src/test/times.sh FOLDER
#
# FOLDER has two files for each Maven build. NAME.log is what Maven printed. NAME.steps has a line for each step,
# "SECONDS plugin:version:goal (execution) @ module ---". The times of tests come from the reports below the working directory. Builds,
# modules and test classes run beside each other, so the sums exceed the time on the clock.
set -euo pipefail
folder=$1

echo "Seconds by goal, summed over the modules:"
for steps in "$folder"/*.steps; do
    awk '
  FNR == NR {
    split($2, words, ":"); sub(/-plugin$/, "", words[1]); sub(/^maven-/, "", words[1])
    module = $0; sub(/.* @ /, "", module); sub(/ ---.*/, "", module)
    if (module in goal) sum[goal[module]] += $1 - began[module]; else first[module] = $1
    goal[module] = words[1] ":" words[3]; began[module] = $1
    next
  }
  # "[INFO] harness-core ....... SUCCESS [ 34.846 s]" or "[01:10 min]"
  / (SUCCESS|FAILURE) \[/ && ($2 in goal) {
    module = $2; time = $0; sub(/.* \[ */, "", time); split(time, part, /[: ]/)
    end = first[module] + (time ~ /min/ ? part[1] * 60 + part[2] : part[1])
    if (end > began[module]) sum[goal[module]] += end - began[module]
  }
  END { for (name in sum) if (sum[name] >= 1) print sum[name], name }' "$steps" "${steps%.steps}.log"
done | awk '{ sum[$2] += $1 } END { for (name in sum) printf "%8d  %s\n", sum[name], name }' | sort -rn

# Seconds and name of each test.
tests=$(find . -path '*/target/*-reports/TEST-*.xml' -print0 | xargs -0 -r grep -hoE '<testcase [^>]*' |
    sed -E 's/.* name="([^"]*)" classname="([^"]*)" time="([0-9.,]*)".*/\3 \2.\1/; s/^([0-9]*),/\1/' || :)
echo
echo "The slowest test classes, in seconds:"
awk '{ name = $2; sub(/[(].*/, "", name); sub(/[.][^.]*$/, "", name); sum[name] += $1 }
    END { for (name in sum) printf "%8.1f  %s\n", sum[name], name }' <<<"$tests" | sort -rn | head -n 10 || :
echo
echo "The slowest tests, in seconds:"
awk '{ time = $1; $1 = ""; printf "%8.1f %s\n", time, substr($0, 1, 150) }' <<<"$tests" | sort -rn | head -n 10 || :
