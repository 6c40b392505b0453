# Finds a machine's disks. Given: GIB (size of each data disk). Links of Azure's udev rules come first, as azure-vm-utils or the agent's own rules
# make them. Images without either are read from the kernel: by SCSI a disk has its LUN in its address, by NVMe the first namespace is the
# system's and LUN 0 is the second. A data disk has no partitions and its exact size, which no system's or temporary disk has together.
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

# Prints the device of a LUN; fails when there is none yet.
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

# Prints the machine's own NVMe disks, one a line.
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

# Prints the partition of the temporary disk; fails when there is none.
temporary_disk() {
  for link in "$DEV/disk/azure/resource-part1" "$DEV/disk/by-label/Temporary\\x20Storage"; do
    if [ -e "$link" ]; then
      readlink -f "$link"
      return 0
    fi
  done
  findmnt -n -o SOURCE /mnt || findmnt -n -o SOURCE /mnt/resource
}
