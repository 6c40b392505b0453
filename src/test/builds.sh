# Sourced by scripts that compile all modules once and then run several builds, or JVMs with tests, beside each other. The builds end when the script does.

work=$(mktemp -d)
declare -A builds=()
trap 'for group in "${builds[@]}"; do kill -- "-$group" 2>/dev/null || :; done; rm -rf "$work"' EXIT

# All builds share their servers (BuildServer).
export TEST_SERVERS_OWNER=$$

# Options of a build whose modules are compiled already.
compiled=(-Dmaven.main.skip=true -DskipTestCompile=true -Denforcer.skip=true)

# only GROUP...: sets the options of a build that skip the tests of all other groups of modules (skipEngineTests and others in the poms).
only() {
    local group
    skipped=()
    for group in Engine Server Process Simulation; do
        case " $* " in *" $group "*) ;; *) skipped+=("-Dskip${group}Tests=true") ;; esac
    done
}

# beside NAME COMMAND...: runs a command in the background, as a process group, because a script's processes there ignore Ctrl-C.
beside() {
    local name=$1
    shift
    set -m
    "$@" </dev/null &
    set +m
    builds[$name]=$!
}
