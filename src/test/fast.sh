#!/usr/bin/env bash
# Compiles all modules without checks and runs the quick tests that need no server. The tests of several modules share a JVM, because a JVM
# needs longer to start and to warm up than most modules need for their tests. There are three, so that no test sees a product or a workload
# that its module does not depend on. What tests print goes into target/fast. Arguments go to Maven.
set -euo pipefail
cd "$(dirname "$0")/../.."
. src/test/builds.sh

# quick NAME FOLDER...: runs the quick tests of modules in one JVM. It starts in cli: some tests name files of the repository by "..". Servers
# of tests answer at once only if the JVM is told so before its first one (FakeResourceManager).
quick() {
    local name=$1 folder classes='' others='' tag excluded=()
    shift
    for folder; do
        classes+=$PWD/$folder/target/test-classes:
        others+=$PWD/$folder/target/unchecked:$(<"$folder/target/test-classpath"):
    done
    for tag in server fault container slow nightly matrix; do excluded+=(--exclude-tag "$tag"); done
    cd cli
    java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote \
        -Darchunit.resolveMissingDependenciesFromClassPath=false -Dsun.net.httpserver.nodelay=true -cp "$classes$others" \
        org.junit.platform.console.ConsoleLauncher execute --disable-banner --details summary \
        --redirect-stdout "../target/fast/$name.out" --redirect-stderr "../target/fast/$name.err" \
        --scan-classpath "${classes%:}" "${excluded[@]}"
}

mvn -B -q -P 'fast,!checks' -Dcompiled=unchecked -DskipAcceptance "$@" process-test-classes </dev/null
mkdir -p target/fast

engine=() products=() others=()
for classpath in $(find . -path '*/target/test-classpath' -size +0); do
    folder=${classpath#./} folder=${folder%/target/test-classpath}
    [ -d "$folder/target/test-classes" ] || continue
    case $folder in
        src) ;; # the acceptance tests
        harness-core | harness/results | harness/report | harness/run) engine+=("$folder") ;;
        workloads-sql) others+=("$folder") ;; # its tests need integrations/mysql
        harness/* | embedded/* | workloads-*) products+=("$folder") ;;
        *) others+=("$folder") ;;
    esac
done
beside engine quick engine "${engine[@]}"
beside products quick products "${products[@]}"
beside others quick others "${others[@]}"

status=0
for name in engine products others; do
    wait "${builds[$name]}" || status=$?
done
exit "$status"
