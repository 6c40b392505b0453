#!/usr/bin/env bash
# The tests that need a container, and a run through the command: sysbench's point select, TPC-C in nightly builds. For with-docker.sh, once
# harness.jar is built.
set -euo pipefail
cd "$(dirname "$0")/../../.."

# The build has just compiled and checked the main classes; in nightly builds the tests use the checked ones.
classes=unchecked
[ -z "${NIGHTLY:-}" ] || classes=classes
compiled=(-P '!checks' -Dcompiled="$classes" -Dmaven.main.skip=true)
mvn -B -T 2 -pl :harness-testcontainers -am "${compiled[@]}" -Dgroups=container -Dtest=ContainerServerTest \
    -Dsurefire.failIfNoSpecifiedTests=false -Dmaven.compiler.useIncrementalCompilation=false test

# Nightly: the example project, from the repository that ExamplesIT leaves.
repository=$PWD/src/target/examples-repository
[ -z "${NIGHTLY:-}" ] || [ ! -d "$repository" ] || (cd examples/junit-testcontainers &&
    POSTGRES_IMAGE=$CONTAINER_TEST_IMAGE timeout 300 mvn -B -Dmaven.repo.local="$repository" -Dtest=ContainerTest test)

# Ten minutes; also make postgresql.
[ -z "${NIGHTLY:-}" ] || CHECK_MAVEN="-T 2 ${compiled[*]}" src/test/docker/check-database.sh "container:$CONTAINER_TEST_IMAGE"

out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# In nightly builds: the image that Jib makes without a daemon, as the user it names on a root file system that is read-only. Its base here is the image above
# with this machine's Java in it, since there may be no registry to pull the usual one from.
image_test() {
    local base=$out/base java
    java=$(dirname "$(dirname "$(readlink -f "$(command -v javac)")")")
    command -v jlink >/dev/null && [ -d "$java/jmods" ] && [ -d "$repository" ] || { echo "the image is not tried: no jlink, or no artifacts"; return 0; }
    mkdir "$base"
    jlink --add-modules ALL-MODULE-PATH --strip-debug --no-header-files --no-man-pages --output "$base/java"
    printf 'FROM %s\nCOPY java /opt/java\nENV PATH=/opt/java/bin:/usr/bin:/bin\nENTRYPOINT []\n' "$CONTAINER_TEST_IMAGE" >"$base/Dockerfile"
    docker build -q -t dbharness-base "$base" && docker save -o "$out/base.tar" dbharness-base
    mvn -B -q -f packaging/pom.xml -Dmaven.repo.local="$repository" -P images -Dspotless.check.skip=true -DskipTests \
        -Dimage.base="tar://$out/base.tar" -Dimage.arm64.skip=true -Dimage.name=dbharness:test package
    docker load -q -i packaging/target/dbharness-image-amd64.tar
    docker run --rm --read-only --network none dbharness:test list | grep '^tpcc '
    echo "the image lists its workloads as user 10001 on a root file system that is read-only"
}
[ -z "${NIGHTLY:-}" ] || [ "$(uname -m)" != x86_64 ] || image_test
status=0
command=(sysbench point-select --tables 1 --table-size 1000)
[ -z "${NIGHTLY:-}" ] || command=(tpcc --warehouses 1 --think-time none)
timeout 300 java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar cli/target/harness.jar "${command[@]}" --connections 2 --rate 100/s --warmup 0s --duration 2s \
    --target "container:$CONTAINER_TEST_IMAGE" --out "$out/result" || status=$?
# 12: a machine that is busy with CI may spoil a measurement, and that is not what is tested here.
[ "$status" = 0 ] || [ "$status" = 12 ]
