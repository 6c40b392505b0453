# Input: ADDRESS, ADDRESSES, MOUNT, DOWNLOAD, and PASSWORD in the environment. Can be run again. The other nodes join the first address.
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
certs="$base/certs"
# The first machine signs a certificate for each node. The others fetch theirs from it, encrypted with the password of the run.
handout=/var/lib/dbharness-certs
if [ "$ADDRESS" = "$first" ] && [ ! -e "$handout/certs" ]; then
  made=$(mktemp -d)
  (
    cd "$made"
    openssl req -x509 -newkey rsa:2048 -sha256 -nodes -days 365 -subj "/CN=harness" -keyout ca.key -out ca.crt 2>/dev/null
    for each in $ADDRESSES; do
      openssl req -newkey rsa:2048 -nodes -subj "/CN=$each" -keyout "node.$each.key" -out request 2>/dev/null
      echo "subjectAltName=IP:$each" > names
      openssl x509 -req -sha256 -days 365 -in request -CA ca.crt -CAkey ca.key -CAcreateserial -extfile names \
        -out "node.$each.crt" 2>/dev/null
    done
    mkdir -p "$handout"
    tar -cf - ca.crt node.* | openssl enc -aes-256-cbc -pbkdf2 -salt -pass env:PASSWORD -out "$handout/certs.part"
    chmod 644 "$handout/certs.part"
    mv "$handout/certs.part" "$handout/certs"
  )
  rm -rf "$made"
fi
if [ "$ADDRESS" = "$first" ] && [ "$ADDRESSES" != "$first" ] && ! systemctl is-active --quiet dbharness-certs; then
  systemd-run --quiet --unit=dbharness-certs --uid=nobody --property=RuntimeMaxSec=7200 -- \
    python3 -m http.server 7998 --bind "$ADDRESS" --directory "$handout"
fi
if [ ! -e "$certs/ca.crt" ]; then
  install -d -o yugabyte -m 700 "$certs"
  if [ "$ADDRESS" = "$first" ]; then
    cat "$handout/certs"
  else
    curl -fsS --retry 10 --retry-connrefused "http://$first:7998/certs"
  fi | openssl enc -d -aes-256-cbc -pbkdf2 -pass env:PASSWORD | tar -xf - -C "$certs" "node.$ADDRESS.key" "node.$ADDRESS.crt" ca.crt
  chown yugabyte "$certs"/*
  chmod 400 "$certs"/*.key
fi
tls="use_node_to_node_encryption=true,certs_dir=$certs"
join=""
[ "$ADDRESS" = "$first" ] || join="--join=$first"
if ! systemctl is-active --quiet yugabytedb; then
  # A separate unit: processes started by a script of the machine's agent would share the agent's limits.
  # shellcheck disable=SC2086 # nothing, or one word
  systemd-run --quiet --unit=yugabytedb --service-type=forking --uid=yugabyte --property=LimitNOFILE=1048576 \
    --property=TimeoutStartSec=600 -- "$home/bin/yugabyted" start --base_dir="$base" --advertise_address="$ADDRESS" \
    --master_flags="$tls" --tserver_flags="$tls,use_client_to_server_encryption=true,ysql_enable_auth=true" $join
fi
sql() {
  # Pass statements by standard input and passwords by the environment: every user can list the arguments of processes.
  "$home/bin/ysqlsh" --quiet --no-psqlrc --tuples-only --no-align --set ON_ERROR_STOP=1 -h "$ADDRESS" -U yugabyte
}
server=""
for _ in $(seq 90); do
  if server=$(echo 'SELECT version();' | PGPASSWORD="$PASSWORD" sql 2>/dev/null); then
    break
  fi
  # By default, user and password are the same word.
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
