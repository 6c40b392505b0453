# Input: ADDRESS, MOUNT (data), LOG (WAL), and PASSWORD in the environment. Can be run again.
set -eu
if command -v cloud-init >/dev/null; then
  cloud-init status --wait >/dev/null || true
fi
version=$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -V | tail -n 1)
data="$MOUNT/postgresql/$version"
if ! pg_lsclusters --no-header | grep -q "^$version *harness "; then
  install -d -o postgres -g postgres -m 700 "$MOUNT/postgresql" "$LOG/postgresql"
  wal=""
  [ "$LOG" = "$MOUNT" ] || wal="--waldir=$LOG/postgresql/$version-wal"
  # shellcheck disable=SC2086 # nothing, or one word
  pg_createcluster "$version" harness --datadir "$data" --port 5432 -- --auth-local=peer --auth-host=scram-sha-256 $wal >/dev/null
fi
memory=$(awk '/MemTotal/ {print int($2 / 1024)}' /proc/meminfo)
cat > "/etc/postgresql/$version/harness/conf.d/harness.conf" <<EOF
listen_addresses = '$ADDRESS'
max_connections = 1000
shared_buffers = $((memory / 4))MB
effective_cache_size = $((memory * 3 / 4))MB
password_encryption = 'scram-sha-256'
EOF
access="/etc/postgresql/$version/harness/pg_hba.conf"
grep -q '^host all harness samenet ' "$access" || echo 'host all harness samenet scram-sha-256' >> "$access"
pg_ctlcluster "$version" harness restart
sql() {
  # Connects as the system user through the socket. Pass statements by standard input: every user can list the arguments of processes.
  runuser -u postgres -- psql --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 --cluster "$version/harness"
}
sql >/dev/null <<EOF
SET log_statement = 'none';
SELECT 'CREATE ROLE harness LOGIN' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'harness') \gexec
ALTER ROLE harness PASSWORD '$PASSWORD';
GRANT pg_monitor TO harness;
SELECT 'CREATE DATABASE harness OWNER harness' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'harness') \gexec
EOF
server=$(echo 'SHOW server_version;' | sql)
buffers=$(echo 'SHOW shared_buffers;' | sql)
echo "{\"version\":\"$server\",\"data\":\"$data\",\"log\":\"$(readlink -f "$data/pg_wal")\",\"settings\":\"shared_buffers $buffers\"}"
