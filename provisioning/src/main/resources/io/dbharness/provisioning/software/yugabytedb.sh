# Given: ADDRESS, ADDRESSES, MOUNT, DOWNLOAD, and PASSWORD in the environment. May run again. The first address is joined by the others.
set -eu
if command -v cloud-init >/dev/null; then
  cloud-init status --wait >/dev/null || true
fi
home=/opt/yugabyte
base="$MOUNT/yugabyte"
id yugabyte >/dev/null 2>&1 || useradd --system --create-home --shell /bin/bash yugabyte
if [ ! -x "$home/bin/yugabyted" ]; then
  mkdir -p "$home"
  curl -fsSL --retry 5 -o /var/tmp/yugabyte.tar.gz "$DOWNLOAD"
  tar -xzf /var/tmp/yugabyte.tar.gz -C "$home" --strip-components=1
  rm /var/tmp/yugabyte.tar.gz
  chown -R yugabyte "$home"
  runuser -u yugabyte -- "$home/bin/post_install.sh" >/dev/null
fi
install -d -o yugabyte "$base"
first=${ADDRESSES%% *}
join=""
[ "$ADDRESS" = "$first" ] || join="--join=$first"
if ! systemctl is-active --quiet yugabytedb; then
  # A unit of its own: what a script of the machine's agent starts would share the agent's limits.
  # shellcheck disable=SC2086 # nothing, or one word
  systemd-run --quiet --unit=yugabytedb --service-type=forking --uid=yugabyte --property=LimitNOFILE=1048576 \
    --property=TimeoutStartSec=600 -- "$home/bin/yugabyted" start --base_dir="$base" --advertise_address="$ADDRESS" \
    --tserver_flags=ysql_enable_auth=true $join
fi
sql() {
  # Statements come by standard input and passwords by the environment: arguments are in every list of processes.
  "$home/bin/ysqlsh" --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 -h "$ADDRESS" -U yugabyte
}
server=""
for _ in $(seq 90); do
  if server=$(echo 'SELECT version();' | PGPASSWORD="$PASSWORD" sql 2>/dev/null); then
    break
  fi
  # As it comes, user and password are the same word.
  if echo "ALTER ROLE yugabyte PASSWORD '$PASSWORD';" | PGPASSWORD=yugabyte sql 2>/dev/null; then
    continue
  fi
  sleep 4
done
if [ -z "$server" ]; then
  echo "YugabyteDB does not answer at $ADDRESS" >&2
  exit 4
fi
nodes=$(echo 'SELECT count(*) FROM yb_servers();' | PGPASSWORD="$PASSWORD" sql)
echo "{\"version\":\"$(echo "$server" | tr -d '"')\",\"data\":\"$base\",\"settings\":\"nodes so far $nodes\"}"
