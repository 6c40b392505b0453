# Input: ADDRESS, MOUNT (data), LOG (transaction logs), TEMPDB, and PASSWORD in the environment. Can be run again. The machine's image contains the server.
set -eu
if command -v cloud-init >/dev/null; then
  cloud-init status --wait >/dev/null || true
fi
conf=/opt/mssql/bin/mssql-conf
if [ ! -x "$conf" ]; then
  echo "the image has no SQL Server: $conf is not there" >&2
  exit 4
fi
systemctl stop mssql-server
install -d -o mssql -g mssql "$MOUNT/mssql" "$MOUNT/mssql/data" "$LOG/mssql" "$LOG/mssql/log"
memory=$(awk '/MemTotal/ {print int($2 / 1024)}' /proc/meminfo)
"$conf" set filelocation.defaultdatadir "$MOUNT/mssql/data" >/dev/null
"$conf" set filelocation.defaultlogdir "$LOG/mssql/log" >/dev/null
"$conf" set memory.memorylimitmb $((memory * 4 / 5)) >/dev/null
MSSQL_SA_PASSWORD="$PASSWORD" ACCEPT_EULA=Y "$conf" -n set-sa-password >/dev/null
systemctl start mssql-server
sqlcmd=$(find /opt/mssql-tools18/bin /opt/mssql-tools/bin -name sqlcmd 2>/dev/null | head -n 1)
if [ -z "$sqlcmd" ]; then
  echo "the image has no sqlcmd" >&2
  exit 4
fi
# Version 18 rejects unknown certificates.
trust=""
case "$sqlcmd" in *tools18*) trust=-C ;; esac
sql() {
  # shellcheck disable=SC2086 # nothing, or one word
  SQLCMDPASSWORD="$PASSWORD" "$sqlcmd" -S localhost -U sa $trust -b -h -1 -W -i /dev/stdin
}
server=""
await() {
  for _ in $(seq 60); do
    if server=$(echo "SET NOCOUNT ON; SELECT CAST(SERVERPROPERTY('ProductVersion') AS varchar(40));" | sql 2>/dev/null); then
      return 0
    fi
    sleep 3
  done
  echo "SQL Server does not answer" >&2
  exit 4
}
await
if [ "$TEMPDB" != "$MOUNT" ]; then
  # The server moves the files of tempdb when it starts the next time.
  install -d -o mssql -g mssql "$TEMPDB/mssql"
  sql >/dev/null <<EOF
DECLARE @move nvarchar(max) = N'';
SELECT @move += N'ALTER DATABASE tempdb MODIFY FILE (NAME = ' + QUOTENAME(name) + N', FILENAME = ''$TEMPDB/mssql/' + name
  + CASE type WHEN 1 THEN N'.ldf' ELSE N'.ndf' END + N''');'
FROM sys.master_files WHERE database_id = DB_ID(N'tempdb');
EXEC (@move);
EOF
  systemctl restart mssql-server
  await
fi
echo "IF DB_ID('harness') IS NULL CREATE DATABASE harness;" | sql >/dev/null
server=$(echo "$server" | head -n 1 | tr -d '\r"')
echo "{\"version\":\"$server\",\"data\":\"$MOUNT/mssql/data\",\"log\":\"$LOG/mssql/log\",\"tempdb\":\"$TEMPDB\",\"settings\":\"memory limit $((memory * 4 / 5)) MB\"}"
