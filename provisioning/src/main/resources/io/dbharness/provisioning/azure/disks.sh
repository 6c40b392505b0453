# Finds a machine's disks. Input: GIB (size of each data disk of the volume). Links of Azure's udev rules come first, made by azure-vm-utils or by the
# agent. In images without either, the kernel is asked: a SCSI disk has its LUN in its address; with NVMe, the first namespace is the system
# disk and the second is LUN 0. A data disk has no partitions and exactly its size, unlike system and temporary disks.
SYS=${SYS:-/sys}
DEV=${DEV:-/dev}

blank() {
  for part in "$SYS/block/$1/$1"*; do
    [ -d "$part" ] && return 1
  done
  [ "$(cat "$SYS/block/$1/size")" -eq $((GIB * 2097152)) ]
}

is_local() {
  case "$(cat "$SYS/block/$1/device/model" 2>/dev/null)" in *Direct*) return 0 ;; esac
  return 1
}

# Prints the device of a LUN; fails if there is none yet.
data_disk() {
  for link in "$DEV/disk/azure/data/by-lun/$1" "$DEV/disk/azure/scsi1/lun$1"; do
    if [ -e "$link" ]; then
      readlink -f "$link"
      return 0
    fi
  done
  for block in "$SYS"/block/sd* "$SYS"/block/nvme*n*; do
    name=${block##*/}
    if ! [ -r "$block/size" ] || ! blank "$name" || is_local "$name"; then
      continue
    fi
    for address in "$block"/device/scsi_disk/*; do
      if [ -e "$address" ] && [ "${address##*:}" = "$1" ]; then
        echo "$DEV/$name"
        return 0
      fi
    done
    if [ -r "$block/nsid" ] && [ "$(cat "$block/nsid")" -eq $(($1 + 2)) ]; then
      echo "$DEV/$name"
      return 0
    fi
  done
  return 1
}

# Prints the machine's local NVMe disks, one per line.
local_disks() {
  linked=0
  for link in "$DEV"/disk/azure/local/by-serial/*; do
    if [ -e "$link" ]; then
      readlink -f "$link"
      linked=1
    fi
  done
  [ "$linked" -eq 1 ] && return 0
  for block in "$SYS"/block/nvme*n*; do
    if [ -r "$block/size" ] && is_local "${block##*/}"; then
      echo "$DEV/${block##*/}"
    fi
  done
}

# Prints the partition of the temporary disk; fails if there is none.
temporary_disk() {
  for link in "$DEV/disk/azure/resource-part1" "$DEV/disk/by-label/Temporary\\x20Storage"; do
    if [ -e "$link" ]; then
      readlink -f "$link"
      return 0
    fi
  done
  findmnt -n -o SOURCE /mnt || findmnt -n -o SOURCE /mnt/resource
}
