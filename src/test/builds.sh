# Sourced by scripts that compile all modules once and then run builds, or JVMs with the tests of several modules, beside each other. They end when the script does.

work=$(mktemp -d)
declare -A builds=()
trap 'for group in "${builds[@]}"; do kill -- "-$group" 2>/dev/null || :; done; rm -rf "$work"' EXIT

# All builds share their servers (BuildServer).
export TEST_SERVERS_OWNER=$$

# beside NAME COMMAND...: runs a command in the background, as a process group, because a script's processes there ignore Ctrl-C.
beside() {
    local name=$1
    shift
    set -m
    "$@" </dev/null &
    set +m
    builds[$name]=$!
}

# Where the modules are compiled, which tests are left out, the options of the JVMs.
classes=unchecked
excluded_tags=nightly
jvm=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote)

# tests NAME THREADS FOLDER...: runs the tests of modules in one JVM, with one class a thread. It starts in cli: some tests name files of the
# repository by "..". Servers of tests answer at once only if the JVM is told so before its first one (FakeResourceManager).
tests() (
    local name=$1 threads=$2 folder tested=() path='' mode=concurrent
    shift 2
    [ "$threads" -gt 1 ] || mode=same_thread
    for folder; do
        tested+=("$PWD/$folder/target/test-classes")
        path+=$PWD/$folder/target/test-classes:
    done
    path+=$PWD/harness-core/target/test-classes:
    for folder in "$@" harness-core; do
        path+=$PWD/$folder/target/$classes:$(<"$folder/target/test-classpath"):
    done
    cd cli && java "${jvm[@]}" -Dtest.effort="${NIGHTLY:+nightly}" -Darchunit.resolveMissingDependenciesFromClassPath=false -Dsun.net.httpserver.nodelay=true \
        -Djunit.jupiter.execution.parallel.enabled=true \
        -Djunit.jupiter.execution.parallel.mode.default=same_thread \
        -Djunit.jupiter.execution.parallel.mode.classes.default="$mode" \
        -Djunit.jupiter.execution.parallel.config.strategy=fixed \
        -Djunit.jupiter.execution.parallel.config.fixed.parallelism="$threads" \
        -Djunit.jupiter.execution.parallel.config.fixed.max-pool-size="$threads" \
        -cp "$path" io.dbharness.testkit.ModuleTests "target/$name-reports" "$excluded_tags" "${tested[@]}"
)

# modules GROUP: the folders of a group of modules whose tests share a JVM, so that no test sees a product or a workload that its module does
# not depend on, and that the groups take about as long.
modules() {
    local classpath folder group
    for classpath in */target/test-classpath */*/target/test-classpath; do
        folder=${classpath%/target/test-classpath}
        [ -s "$classpath" ] && [ -d "$folder/target/test-classes" ] || continue
        case $folder in
            src | src/* | packaging | harness/bench) group=acceptance ;;
            harness/results | harness/report) group=simulations ;;
            harness-core | harness/run) group=engine ;;
            harness/distributions | workloads-cql | workloads-sql | embedded/postgresql) group=servers ;;
            integrations/junit | provisioning) group=machines ;;
            harness/* | embedded/*) group=processes ;;
            integrations/mysql | cli) group=commands ;;
            *) group=workloads ;;
        esac
        case " $1 " in *" $group "*) echo "$folder" ;; esac
    done
}
