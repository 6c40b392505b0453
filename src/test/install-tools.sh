#!/usr/bin/env bash
# Installs what some tests need and are skipped without: ssh with a server, xfs, MariaDB, pgbouncer, a browser and venv. No server is started: tests start their own. As
# root on Debian; elsewhere and where it cannot, it says so and ends well, because a missing tool is no fault of what is tested.
set -u

missing=()
command -v ssh >/dev/null && [ -x /usr/sbin/sshd ] || missing+=(openssh-client openssh-server)
command -v mkfs.xfs >/dev/null || missing+=(xfsprogs)
[ -x /usr/sbin/mariadbd ] && command -v mariadb-install-db >/dev/null || missing+=(mariadb-server)
[ -x /usr/sbin/pgbouncer ] || missing+=(pgbouncer)
command -v chromium >/dev/null || missing+=(chromium)
python3 -c "import ensurepip, venv" 2>/dev/null || missing+=(python3-venv)
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "tests that need ${missing[*]} are skipped: only root on Debian can install them"
    exit 0
fi

# Answers whoever installs a service and would start it.
policy=/usr/sbin/policy-rc.d
[ -e "$policy" ] || { trap 'rm -f "$policy"' EXIT; printf '#!/bin/sh\nexit 101\n' >"$policy"; chmod +x "$policy"; }
{ timeout 120 apt-get -qq update &&
    DEBIAN_FRONTEND=noninteractive timeout 420 apt-get -qq install -y --no-install-recommends "${missing[@]}"; } \
    >/dev/null 2>&1 </dev/null || echo "tests that need ${missing[*]} are skipped: apt-get cannot install them here"
