#!/usr/bin/env bash
# Runs a command on a loop device that the kernel limits to IOPS I/Os a second, and removes the device afterwards.
#
#   ./limited-disk.sh 500 2G java -jar harness.jar disk --file DEVICE --overwrite --read 100 --sweep outstanding=1..64 --guard 'mean <= 20ms'
#
# IOPS limits reads and writes each; the word DEVICE in the command becomes the device. Needs root, Linux and cgroup v1's blkio controller
# or cgroup v2's io controller.
set -euo pipefail

iops=$1 size=$2
shift 2
backing=$(mktemp "${TMPDIR:-/tmp}/limited-disk.XXXXXX")
device='' group=''

clean() {
  status=$?
  if [ -n "$device" ]; then losetup --detach "$device"; fi
  rm -f "$backing"
  if [ -n "$group" ]; then rmdir "$group"; fi
  exit $status
}
trap clean EXIT

truncate --size "$size" "$backing"
device=$(losetup --find --show --direct-io=on "$backing")
number=$(lsblk --noheadings --nodeps --output MAJ:MIN "$device" | tr -d ' ')
if [ -d /sys/fs/cgroup/blkio ]; then
  group=$(mktemp -d /sys/fs/cgroup/blkio/limited-disk.XXXXXX)
  echo "$number $iops" > "$group/blkio.throttle.read_iops_device"
  echo "$number $iops" > "$group/blkio.throttle.write_iops_device"
else
  group=$(mktemp -d /sys/fs/cgroup/limited-disk.XXXXXX)
  echo "$number riops=$iops wiops=$iops" > "$group/io.max"
fi
# The command joins the group; this shell stays outside, so that the group is empty when it is removed.
(
  echo "$BASHPID" > "$group/cgroup.procs"
  exec "${@/#DEVICE/$device}"
)
