# Input: ADDRESS, MOUNT (data), LOG (redo and binary logs), and PASSWORD in the environment. Can be run again.
set -eu
if command -v cloud-init >/dev/null; then
  cloud-init status --wait >/dev/null || true
fi
data="$MOUNT/mariadb/data"
log="$LOG/mariadb/log"
systemctl stop mariadb
install -d -o mysql -g mysql -m 700 "$MOUNT/mariadb" "$data" "$LOG/mariadb" "$log"
memory=$(awk '/MemTotal/ {print int($2 / 1024)}' /proc/meminfo)
cat > /etc/mysql/mariadb.conf.d/99-harness.cnf <<EOF
[mariadbd]
bind-address = $ADDRESS
datadir = $data
innodb_log_group_home_dir = $log
log_bin = $log/binlog
innodb_buffer_pool_size = $((memory / 2))M
max_connections = 1000
EOF
[ -d "$data/mysql" ] || mariadb-install-db --user=mysql --skip-test-db --datadir="$data" >/dev/null
systemctl start mariadb
sql() {
  # Connects as the system user through the socket. Pass statements by standard input: every user can list the arguments of processes.
  mariadb --batch --skip-column-names
}
sql >/dev/null <<EOF
CREATE DATABASE IF NOT EXISTS harness;
CREATE USER IF NOT EXISTS harness@'%';
ALTER USER harness@'%' IDENTIFIED BY '$PASSWORD';
GRANT ALL ON harness.* TO harness@'%';
GRANT PROCESS ON *.* TO harness@'%';
EOF
server=$(echo 'SELECT VERSION();' | sql)
buffers=$(echo 'SELECT @@innodb_buffer_pool_size DIV 1048576;' | sql)
echo "{\"version\":\"$server\",\"data\":\"$data\",\"log\":\"$log\",\"settings\":\"innodb_buffer_pool_size $buffers MiB, log_bin on\"}"
