# Runs an install script twice on a copy of this machine's file system, in namespaces of its own, and then a command there. Input: the folder of
# the copy, the script, the command, and PASSWORD in the environment. The caller starts it by: unshare --mount --net --pid --fork
set -eu
room=$1
mount -t tmpfs tmpfs "$room"
mkdir "$room/upper" "$room/work" "$room/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$room/upper,workdir=$room/work" "$room/root"
mount -t proc proc "$room/root/proc"
mount --bind /dev "$room/root/dev"
mkdir -p "$room/root/data" "$room/root/log" "$room/root/usr/local/bin"
ip link set lo up
# There is no systemd in a namespace of processes.
cat > "$room/root/usr/local/bin/systemctl" <<'EOF'
#!/bin/sh
if [ "$1" = stop ]; then
  pkill -x mariadbd || true
  while pgrep -x mariadbd >/dev/null; do sleep 0.2; done
  exit 0
fi
install -d -o mysql -g mysql /run/mysqld
runuser -u mysql -- /usr/sbin/mariadbd >/tmp/mariadbd.log 2>&1 &
for _ in $(seq 150); do
  if mariadb -e 'SELECT 1' >/dev/null 2>&1; then exit 0; fi
  sleep 0.2
done
cat /tmp/mariadbd.log >&2
exit 1
EOF
chmod +x "$room/root/usr/local/bin/systemctl"
cp "$2" "$room/root/script.sh"
for _ in 1 2; do
  chroot "$room/root" env PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin sh /script.sh
done
chroot "$room/root" sh -c "$3"
