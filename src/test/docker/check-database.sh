#!/usr/bin/env bash
# All workloads, modes and isolation levels on a database product, and what is left of them when it is broken:
#
#   src/test/docker/check-database.sh TARGET...
#
# A TARGET is what the harness starts: container:IMAGE, or embedded:postgresql, which needs no Docker. Ends with a line for each test,
# PASS or FAIL with the reason, and one for each target. The status is 0 when all passed, 1 when something failed or nothing ran. The whole
# output is in the file that is named.
set -euo pipefail
cd "$(dirname "$0")/../../.."
[ $# -gt 0 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }

log=$(mktemp "${TMPDIR:-/tmp}/check-database-XXXXXX")
status=0
summary=
for target in "$@"; do
    case $target in
        container:*mssql*)
            [ "${ACCEPT_EULA:-}" = Y ] || { echo "$target asks you to accept Microsoft's licence: read it, then set ACCEPT_EULA=Y"; exit 1; } ;;
    esac
    case $target in
        container:*)
            timeout 20 docker version >/dev/null 2>&1 || { echo "NOT RUN: no Docker daemon answers; start one, or set DOCKER_HOST"; exit 1; } ;;
    esac
    echo "$target: building, then testing; a line for each test"
    : >"$log.one"
    set +e
    # shellcheck disable=SC2086 # Options of Maven, as many as there are.
    mvn -B ${CHECK_MAVEN:-} -pl src -am -Dtest=NoTestOfModules -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=DatabaseIT \
        -Ddatabase.target="$target" -Dspotless.check.skip=true verify 2>&1 | tee "$log.one" | grep --line-buffered -E '^(PASS|FAIL|SKIP)  '
    failed=${PIPESTATUS[0]}
    set -e
    cat "$log.one" >>"$log"
    passed=$(grep -c '^PASS  ' "$log.one" || :)
    wrong=$(grep -c '^FAIL  ' "$log.one" || :)
    if [ "$passed" = 0 ] && [ "$wrong" = 0 ]; then
        grep -E '^\[ERROR\]' "$log.one" | head -n 20 || :
        summary+="FAIL  $target: nothing was tested"$'\n'
        status=1
    elif [ "$failed" != 0 ] || [ "$wrong" != 0 ]; then
        summary+="FAIL  $target: $wrong of $((passed + wrong)) tests"$'\n'
        status=1
    else
        summary+="PASS  $target: all $passed tests"$'\n'
    fi
done
rm -f "$log.one"
echo
grep -E '^(PASS|FAIL|SKIP)  ' "$log" || :
echo
printf '%s' "$summary"
echo "All that was printed: $log"
exit "$status"
