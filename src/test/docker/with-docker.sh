#!/usr/bin/env bash
# Runs a command where Docker answers and has an image of PostgreSQL, and takes down what it put up for that:
#
#   src/test/docker/with-docker.sh COMMAND...
#
# The command finds the image's name in CONTAINER_TEST_IMAGE. A daemon that answers is used as it is. Else, as root on Debian, one is
# installed and started with its own directory and socket, its ports on loopback, and an image is made from Debian's packages, since there
# may be no registry to pull from. Where neither is possible the reason is printed and the command is not run: the status is then 0,
# because a missing Docker is no fault of what is tested.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || { sed -n '2,/^set/s/^# \{0,1\}//p' "$0"; exit 2; }

say() { echo "docker: $*"; }
skip() {
    say "the container tests are skipped: $*"
    exit 0
}

if timeout 20 docker version >/dev/null 2>&1; then
    say "using the daemon that answers"
    CONTAINER_TEST_IMAGE=${CONTAINER_TEST_IMAGE:-postgres:16} exec "$@"
fi
[ "$(id -u)" = 0 ] || skip "no Docker daemon answers, and only root can start one"
[ -e /etc/debian_version ] && command -v apt-get >/dev/null || skip "no Docker daemon answers, and this is not Debian"
command -v dockerd >/dev/null && command -v debootstrap >/dev/null && command -v docker >/dev/null || {
    say "installing Docker and debootstrap"
    { timeout 120 apt-get -qq update &&
        DEBIAN_FRONTEND=noninteractive timeout 300 apt-get -qq install -y --no-install-recommends docker.io debootstrap; } \
        >/dev/null 2>&1 </dev/null || skip "no Docker daemon answers, and apt-get cannot install docker.io and debootstrap here"
}

# Not below /tmp, which may be in memory.
work=$(mktemp -d /var/tmp/dbharness-docker-XXXXXX)
daemon=
had_bridge=$([ -e /sys/class/net/docker0 ] && echo yes || echo no)
takeDown() {
    set +e
    if [ -n "$daemon" ]; then
        kill "$daemon"
        for _ in $(seq 100); do kill -0 "$daemon" 2>/dev/null || break; sleep 0.2; done
        kill -0 "$daemon" 2>/dev/null && kill -9 "$daemon"
        wait "$daemon" 2>/dev/null
    fi
    # Inner mounts first.
    awk -v below="$work/" 'index($2, below) == 1 {print $2}' /proc/self/mounts | sort -r | xargs -r -n 1 umount -l
    rm -rf --one-file-system "$work"
    [ "$had_bridge" = yes ] || [ ! -e /sys/class/net/docker0 ] || ip link delete docker0
} 2>/dev/null
trap takeDown EXIT
trap 'skip "setting Docker up fails here, in line $LINENO of $0"' ERR
trap 'exit 130' INT TERM

say "starting a daemon of its own in $work"
export DOCKER_HOST=unix://$work/docker.sock
# No rules of a firewall: nothing in these containers has to reach the outside.
dockerd --data-root "$work/data" --exec-root "$work/exec" --pidfile "$work/docker.pid" -H "$DOCKER_HOST" \
    --iptables=false --ip6tables=false --ip-forward=false --ip-masq=false --ip 127.0.0.1 >"$work/dockerd.log" 2>&1 &
daemon=$!
for _ in $(seq 60); do
    timeout 5 docker version >/dev/null 2>&1 && break
    kill -0 "$daemon" 2>/dev/null || break
    sleep 0.5
done
timeout 5 docker version >/dev/null 2>&1 || skip "dockerd does not start here: $(tail -n 1 "$work/dockerd.log")"

say "making an image of PostgreSQL from Debian's packages"
suite=$(. /etc/os-release && echo "${VERSION_CODENAME:?}")
# Debian's files are kept for a month, because making them takes most of the time.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/dbharness
base=$cache/debian-$suite-postgresql.tar
mkdir -p "$cache"
find "$cache" -name 'debian-*' -mtime +30 -delete
if [ ! -e "$base" ]; then
    # The packages come from where this machine has its own from.
    mirror=$(awk '$1 == "deb" && !/security/ {for (i = 2; i <= NF; i++) if ($i ~ /^https?:/) {print $i; exit}}
        $1 == "URIs:" && !/security/ {print $2; exit}' /etc/apt/sources.list.d/* /etc/apt/sources.list 2>/dev/null) || :
    {
        timeout 300 debootstrap --variant=minbase --include=postgresql,util-linux "$suite" "$work/rootfs" ${mirror:+"$mirror"}
    } >"$work/debootstrap.log" 2>&1 </dev/null || skip "debootstrap cannot make a Debian here: $(tail -n 1 "$work/debootstrap.log")"
    rm -rf "$work/rootfs"/var/cache/apt/archives/*.deb "$work/rootfs"/var/lib/apt/lists/* "$work/rootfs"/var/lib/postgresql/*
    # One directory holds the file while it grows and when it is whole, so that the move is atomic.
    part=$(mktemp "$cache/part-XXXXXX")
    tar -C "$work/rootfs" --exclude='./proc/*' --exclude='./sys/*' --exclude='./dev/*' -cf "$part" .
    mv "$part" "$base"
    rm -rf --one-file-system "$work/rootfs"
fi
entrypoint=$work/entrypoint
install -D -m 755 "$here/postgres-entrypoint.sh" "$entrypoint/usr/local/bin/postgres-entrypoint.sh"
cp "$base" "$work/image.tar"
tar -C "$entrypoint" --owner=0 --group=0 -rf "$work/image.tar" ./usr/local/bin/postgres-entrypoint.sh
export CONTAINER_TEST_IMAGE=dbharness-postgres:debian-$suite
timeout 120 docker import --change 'ENTRYPOINT ["postgres-entrypoint.sh"]' --change 'CMD ["postgres"]' \
    --change 'EXPOSE 5432' --change 'VOLUME /var/lib/postgresql/data' "$work/image.tar" "$CONTAINER_TEST_IMAGE" >/dev/null ||
    skip "the image cannot be imported"
rm -f "$work/image.tar"

# Its watcher's image is in a registry. And a machine that looks like a container itself must not be asked for its gateway.
export TESTCONTAINERS_RYUK_DISABLED=true TESTCONTAINERS_HOST_OVERRIDE=127.0.0.1
say "running $*"
trap - ERR
status=0
"$@" || status=$?
exit "$status"
