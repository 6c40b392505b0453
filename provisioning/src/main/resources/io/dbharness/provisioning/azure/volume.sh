# Given: DISKS (number of data disks; 0: the machine's own NVMe disks), FILE_SYSTEM (xfs or ext4), MOUNT. May run again.
# Prints one line of JSON at its end. Chunks of 64 KiB are what databases write at once.
set -eu
mkdir -p "$MOUNT"
if mountpoint -q "$MOUNT"; then
  findmnt -J "$MOUNT" | tr -d '\n '
  exit 0
fi
udevadm settle || true
devices=""
found=0
# Links to disks may come a while after the machine (azure-vm-utils): scsi1/lunN by SCSI, data/by-lun/N by NVMe.
for attempt in $(seq 60); do
  devices=""
  found=0
  if [ "$DISKS" -eq 0 ]; then
    for link in /dev/disk/azure/local/by-serial/*; do
      [ -e "$link" ] && devices="$devices $(readlink -f "$link")" && found=$((found + 1))
    done
  else
    for lun in $(seq 0 $((DISKS - 1))); do
      for link in "/dev/disk/azure/data/by-lun/$lun" "/dev/disk/azure/scsi1/lun$lun"; do
        if [ -e "$link" ]; then
          devices="$devices $(readlink -f "$link")"
          found=$((found + 1))
          break
        fi
      done
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
  device=/dev/md0
  # shellcheck disable=SC2086 # a list of devices
  [ -e "$device" ] || mdadm --create "$device" --run --level=0 --chunk=64K --raid-devices="$found" $devices
fi
if [ -z "$(blkid -o value -s TYPE "$device")" ]; then
  case "$FILE_SYSTEM" in
    xfs) command -v mkfs.xfs >/dev/null || { apt-get -qq update && apt-get -qq install -y xfsprogs; }; mkfs.xfs -q "$device" ;;
    *) mkfs.ext4 -q "$device" ;;
  esac
fi
mount -o noatime "$device" "$MOUNT"
uuid=$(blkid -o value -s UUID "$device")
grep -q "$uuid" /etc/fstab || echo "UUID=$uuid $MOUNT $FILE_SYSTEM noatime,nofail 0 2" >> /etc/fstab
echo "{\"mount\":\"$MOUNT\",\"device\":\"$device\",\"disks\":$found,\"fileSystem\":\"$FILE_SYSTEM\",\"uuid\":\"$uuid\"}"
