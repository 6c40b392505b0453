# Makes and mounts the volume. Input: the functions of disks.sh; DISKS (number of its data disks; 0: the machine's local NVMe disks, or else
# its temporary disk); FIRST (LUN of the first of them); FILE_SYSTEM (xfs or ext4); MOUNT. Can be run again. The last output line is JSON. Chunks of 64 KiB match the largest
# writes of databases.
set -eu
mkdir -p "$MOUNT"
if mountpoint -q "$MOUNT"; then
  findmnt -J "$MOUNT" | tr -d '\n '
  exit 0
fi
udevadm settle || true
temporary=$(temporary_disk || true)
devices=""
found=0
# Disks may appear some time after the machine.
for _ in $(seq 60); do
  devices=""
  found=0
  if [ "$DISKS" -eq 0 ]; then
    for disk in $(local_disks); do
      devices="$devices $disk"
      found=$((found + 1))
    done
    if [ "$found" -eq 0 ] && [ -n "$temporary" ]; then
      devices=$temporary
      found=1
    fi
  else
    for lun in $(seq "$FIRST" $((FIRST + DISKS - 1))); do
      if disk=$(data_disk "$lun"); then
        devices="$devices $disk"
        found=$((found + 1))
      fi
    done
  fi
  [ "$found" -gt 0 ] && [ "$found" -ge "$DISKS" ] && break
  sleep 2
done
if [ "$found" -eq 0 ] || [ "$found" -lt "$DISKS" ]; then
  echo "found $found of $DISKS disks" >&2
  exit 3
fi
device=$(echo "$devices" | tr -d ' ')
if [ "$found" -gt 1 ]; then
  export DEBIAN_FRONTEND=noninteractive
  command -v mdadm >/dev/null || { apt-get -qq update && apt-get -qq install -y mdadm; }
  device=/dev/md$FIRST
  [ "$DISKS" -gt 0 ] || device=/dev/md64
  # shellcheck disable=SC2086 # a list of devices
  [ -e "$device" ] || mdadm --create "$device" --run --level=0 --chunk=64K --raid-devices="$found" $devices
fi
if [ "$DISKS" -eq 0 ] && [ -n "$temporary" ] && [ "$device" = "$temporary" ]; then
  # The image has formatted and mounted it already; its content is disposable.
  umount "$device" 2>/dev/null || true
  sed -i -e '\#/dev/disk/.*resource-part1#d' -e "\#^$temporary #d" /etc/fstab
  wipefs --all --quiet "$device"
fi
if [ -z "$(blkid -o value -s TYPE "$device")" ]; then
  case "$FILE_SYSTEM" in
    xfs) command -v mkfs.xfs >/dev/null || { apt-get -qq update && apt-get -qq install -y xfsprogs; }; mkfs.xfs -q "$device" ;;
    *) mkfs.ext4 -q "$device" ;;
  esac
fi
mount -o noatime "$device" "$MOUNT"
# Any user may create files to measure the disk itself.
chmod 1777 "$MOUNT"
uuid=$(blkid -o value -s UUID "$device")
grep -q "$uuid" /etc/fstab || echo "UUID=$uuid $MOUNT $FILE_SYSTEM noatime,nofail 0 2" >> /etc/fstab
echo "{\"mount\":\"$MOUNT\",\"device\":\"$device\",\"disks\":$found,\"fileSystem\":\"$FILE_SYSTEM\",\"uuid\":\"$uuid\"}"
