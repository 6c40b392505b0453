# Prints the end of a machine's logs. No arguments. Changes nothing.
show() {
  echo "== $1"
  shift
  sudo -n "$@" 2>&1 || true
}
for file in /var/log/cloud-init-output.log /var/log/waagent.log /opt/cassandra/logs/system.log; do
  if sudo -n test -r "$file"; then
    show "$file" tail -n 100 "$file"
  fi
done
for file in $(sudo -n sh -c 'ls -t /var/lib/waagent/run-command-handler/download/*/*/stdout /var/lib/waagent/run-command-handler/download/*/*/stderr 2>/dev/null'); do
  show "$file" tail -n 50 "$file"
done
for unit in postgresql cassandra yugabytedb mssql-server; do
  if systemctl list-units --all --plain --no-legend "$unit*" 2>/dev/null | grep -q .; then
    show "$unit" journalctl --no-pager -n 100 -u "$unit*"
  fi
done
