# Input: ADDRESS, ADDRESSES, MOUNT (data), LOG (commit log), DOWNLOAD. Can be run again. The first address is the seed of all nodes.
set -eu
if command -v cloud-init >/dev/null; then
  cloud-init status --wait >/dev/null || true
fi
home=/opt/cassandra
base="$MOUNT/cassandra"
log="$LOG/cassandra/commitlog"
id cassandra >/dev/null 2>&1 || useradd --system --create-home cassandra
if [ ! -x "$home/bin/cassandra" ]; then
  mkdir -p "$home"
  curl -fsSL --retry 5 -o /var/tmp/cassandra.tar.gz "$DOWNLOAD"
  tar -xzf /var/tmp/cassandra.tar.gz -C "$home" --strip-components=1
  rm /var/tmp/cassandra.tar.gz
fi
# Releases before 4.0 need Java 8.
java=17
[ -e "$home/conf/jvm17-server.options" ] || java=8
JAVA_HOME=$(echo /usr/lib/jvm/java-"$java"-openjdk-*)
export JAVA_HOME
# Runs query compactions by JMX. Like CQL, it has no passwords and is open to the machines of this network.
sed -i -e 's/jmxremote.authenticate=true/jmxremote.authenticate=false/' "$home/conf/cassandra-env.sh"
nodetool() {
  # Newer builds of Java 8 otherwise reject the address that nodetool of older releases uses.
  "$home/bin/nodetool" -Dcom.sun.jndi.rmiURLParsing=legacy "$@"
}
install -d -o cassandra "$base" "$base/data" "$LOG/cassandra" "$log" "$base/hints" "$base/saved_caches" "$base/cdc_raw" "$home/logs"
conf="$home/conf/cassandra.yaml"
first=${ADDRESSES%% *}
sed -i -e "s/^cluster_name:.*/cluster_name: 'harness'/" \
  -e "s/^\( *- seeds:\).*/\1 \"$first\"/" \
  -e "s/^listen_address:.*/listen_address: $ADDRESS/" \
  -e "s/^rpc_address:.*/rpc_address: $ADDRESS/" \
  -e '/^# dbharness$/,$d' "$conf"
cat >> "$conf" <<EOF
# dbharness
data_file_directories:
    - $base/data
commitlog_directory: $log
hints_directory: $base/hints
saved_caches_directory: $base/saved_caches
cdc_raw_directory: $base/cdc_raw
EOF
if ! systemctl is-active --quiet cassandra; then
  # A separate unit: processes started by a script of the machine's agent would share the agent's limits.
  systemd-run --quiet --unit=cassandra --uid=cassandra --property=LimitNOFILE=1048576 --property=LimitMEMLOCK=infinity \
    --property=LimitNPROC=32768 --setenv=JAVA_HOME="$JAVA_HOME" --setenv=LOCAL_JMX=no \
    --setenv=JVM_EXTRA_OPTS="-Djava.rmi.server.hostname=$ADDRESS -Dcom.sun.management.jmxremote.rmi.port=7199" -- "$home/bin/cassandra" -f
fi
state=""
for _ in $(seq 150); do
  state=$(nodetool status 2>/dev/null | awk -v address="$ADDRESS" '$2 == address {print $1}') || true
  [ "$state" = UN ] && break
  sleep 4
done
if [ "$state" != UN ]; then
  echo "Cassandra at $ADDRESS is not up and normal: ${state:-no answer}" >&2
  exit 4
fi
server=$(nodetool version | sed 's/^ReleaseVersion: *//' | tail -n 1)
nodes=$(nodetool status | grep -c '^UN')
echo "{\"version\":\"$server\",\"data\":\"$base\",\"log\":\"$log\",\"settings\":\"nodes so far $nodes\"}"
