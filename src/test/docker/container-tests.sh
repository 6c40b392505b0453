#!/usr/bin/env bash
# The tests that need a container, and a whole run through the command. For with-docker.sh, after a build.
set -euo pipefail
cd "$(dirname "$0")/../../.."

# What the build has just compiled and checked is not compiled again.
mvn -B -T 2 -pl harness-testcontainers -am -Dgroups=container -Dmaven.main.skip=true -Dspotless.check.skip=true test

# The example project, from the repository that ExamplesIT leaves.
repository=$PWD/src/target/examples-repository
[ ! -d "$repository" ] || (cd examples/junit-testcontainers &&
    POSTGRES_IMAGE=$CONTAINER_TEST_IMAGE timeout 300 mvn -B -Dmaven.repo.local="$repository" -Dtest=ContainerTest test)

# Ten minutes; also make postgresql.
[ -z "${NIGHTLY:-}" ] || CHECK_MAVEN="-T 2 -Dmaven.main.skip=true" src/test/docker/check-database.sh "container:$CONTAINER_TEST_IMAGE"

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
status=0
timeout 300 java -jar cli/target/harness.jar tpcc --warehouses 1 --think-time none --connections 2 --warmup 1s --duration 5s \
    --target "container:$CONTAINER_TEST_IMAGE" --out "$out/result" || status=$?
# 12: a machine that is busy with CI may spoil a measurement, and that is not what is tested here.
[ "$status" = 0 ] || [ "$status" = 12 ]
