#!/bin/bash
# Starts PostgreSQL as the official image does, as far as the container tests look: POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB are
# heeded, and "database system is ready to accept connections" comes once while the data directory is set up and once for good.
set -euo pipefail

export PATH=$(echo /usr/lib/postgresql/*/bin):$PATH PGDATA=${PGDATA:-/var/lib/postgresql/data}
[ $# -gt 0 ] || set -- postgres
user=${POSTGRES_USER:-postgres} database=${POSTGRES_DB:-${POSTGRES_USER:-postgres}}

if [ "$(id -u)" = 0 ]; then
    mkdir -p "$PGDATA" /run/postgresql
    chown -R postgres "$PGDATA" /run/postgresql
    exec setpriv --reuid=postgres --regid=postgres --init-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    initdb -D "$PGDATA" -U "$user" --auth-local=trust --auth-host=scram-sha-256 --no-sync \
        --pwfile=<(printf '%s\n' "${POSTGRES_PASSWORD:?has to be set}") >/dev/null
    echo "host all all all scram-sha-256" >>"$PGDATA/pg_hba.conf"
    pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
    [ "$database" = postgres ] || createdb -h /run/postgresql -U "$user" "$database"
    pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec "$@" -c 'listen_addresses=*' -c unix_socket_directories=/run/postgresql
