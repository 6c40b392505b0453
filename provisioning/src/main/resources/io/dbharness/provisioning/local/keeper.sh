# Limits one disk to its rates. The kernel limits reads and writes separately, but disks are sold by their sum. Four times a second, this
# script samples the device and divides the sum between both. It also manages burst credits: a disk with credits may exceed its rates.
#
# Arguments: a name (used only to find the process); the device's statistics file; the device, MAJOR:MINOR; the form of the limiter and its
# directory; rates; burst rates; capacity of the credit bucket in seconds of full burst. Rates are operations and bytes per second; 0 means
# no limit.
name=$1 statistics=$2 device=$3 form=$4 root=$5 iops=$6 bytes=$7 burst_iops=$8 burst_bytes=$9
shift 9
full=$1

# It survives the end of its terminal session. It ends when its device is gone, or is killed by down.
trap '' HUP

SECTOR=512

look() {
    # Fields: see the kernel's Documentation/block/stat.rst. If the file is gone, the device is gone, and this script ends.
    read -r reads _ read_sectors _ writes _ written_sectors _ <"$statistics" || exit 0
    read -r up _ </proc/uptime
    centis=${up%.*}${up#*.}
}

# hungry USED LIMIT: succeeds if a direction has used nine tenths of its limit, so that it could do more.
hungry() { [ $(($1 * 10)) -ge $(($2 * 9)) ]; }

# share SUM READ WRITTEN READ_LIMIT WRITE_LIMIT: sets for_reads and for_writes, and sets pressed if a limit is reached. A direction that
# needs more gets exactly the unused share of the other one. The other one gets room to grow, so that it never waits because of an earlier,
# smaller share. If both need more, the sum is divided in their current proportion.
share() {
    room=$(($1 / 10 + 1)) pressed=
    if hungry "$2" "$4"; then
        pressed=yes
        if hungry "$3" "$5"; then
            for_reads=$(($1 * $2 / ($2 + $3))) for_writes=$(($1 * $3 / ($2 + $3)))
        else
            for_reads=$(($1 - $3)) for_writes=$(($3 + $3 / 4 + room))
        fi
    elif hungry "$3" "$5"; then
        pressed=yes
        for_reads=$(($2 + $2 / 4 + room)) for_writes=$(($1 - $2))
    else
        for_reads=$(($1 - $3)) for_writes=$(($1 - $2))
    fi
    [ "$for_reads" -ge "$room" ] || for_reads=$room
    [ "$for_writes" -ge "$room" ] || for_writes=$room
}

# far NEW OLD PARTS: succeeds if the values differ by more than one part in PARTS. Each change of a limit lets a few requests pass at once,
# so small changes are skipped.
far() { [ $((($1 - $2) * $3)) -gt "$2" ] || [ $((($2 - $1) * $3)) -gt "$2" ]; }

# settle DEBT SUM DONE PRESSED: sets debt, the excess over the sum so far in hundredths, and trim, the change to the sum that repays the
# debt within eight seconds. This compensates for requests that pass when a limit changes, and for shares that two queues leave unused.
# Unused rates of an idle disk are not saved.
settle() {
    debt=$(($1 + $3 * 100 - $2 * elapsed))
    [ -n "$4" ] || debt=$(($1 / 2))
    [ "$debt" -le $(($2 * 200)) ] || debt=$(($2 * 200))
    [ "$debt" -ge $(($2 * -200)) ] || debt=$(($2 * -200))
    trim=$((debt / -800))
}

# credit LEFT RATE BURST USED: sets left, in hundredths. Arguments are per second, results are for this interval. An overdraft before the
# lower limit took effect is repaid before the next burst; otherwise a disk under constant load would exceed its rates.
credit() {
    most=$((($3 - $2) * full * 100))
    left=$(($1 + ($2 - $4) * elapsed))
    [ "$left" -le "$most" ] || left=$most
    [ "$left" -ge $(($2 * -200)) ] || left=$(($2 * -200))
}

limit() {
    case $form in
    blkio.throttle)
        echo "$device $1" >"$root/blkio.throttle.read_iops_device"
        echo "$device $2" >"$root/blkio.throttle.write_iops_device"
        echo "$device $3" >"$root/blkio.throttle.read_bps_device"
        echo "$device $4" >"$root/blkio.throttle.write_bps_device"
        ;;
    io.max)
        for file in "$root"/*/io.max; do
            echo "$device riops=$1 wiops=$2 rbps=$3 wbps=$4" | sed 's/=0\b/=max/g' >"$file"
        done
        ;;
    esac
}

io_left=$(((burst_iops - iops) * full * 100)) byte_left=$(((burst_bytes - bytes) * full * 100))
read_rate=0 write_rate=0 read_bytes=0 written_bytes=0
read_iops=$iops write_iops=$iops read_limit=$bytes write_limit=$bytes
io_trim=0 byte_trim=0 io_debt=0 byte_debt=0 io_pressed= byte_pressed= io_sum_before=$iops byte_sum_before=$bytes
look
while :; do
    reads_before=$reads writes_before=$writes read_sectors_before=$read_sectors written_sectors_before=$written_sectors
    centis_before=$centis
    sleep 0.25 || exit 0
    look
    elapsed=$((centis - centis_before))
    [ "$elapsed" -gt 0 ] || continue
    # A moving average: three quarters of the old value, one quarter of the new one.
    read_rate=$(((read_rate * 3 + (reads - reads_before) * 100 / elapsed) / 4))
    write_rate=$(((write_rate * 3 + (writes - writes_before) * 100 / elapsed) / 4))
    read_bytes=$(((read_bytes * 3 + (read_sectors - read_sectors_before) * SECTOR * 100 / elapsed) / 4))
    written_bytes=$(((written_bytes * 3 + (written_sectors - written_sectors_before) * SECTOR * 100 / elapsed) / 4))

    io_sum=$iops byte_sum=$bytes
    if [ "$full" -gt 0 ]; then
        credit "$io_left" "$iops" "$burst_iops" "$((read_rate + write_rate))"
        io_left=$left
        [ "$io_left" -le 0 ] || io_sum=$burst_iops
        credit "$byte_left" "$bytes" "$burst_bytes" "$((read_bytes + written_bytes))"
        byte_left=$left
        [ "$byte_left" -le 0 ] || byte_sum=$burst_bytes
        # Unused burst rates are not compensated after the burst.
        [ "$io_sum" -eq "$io_sum_before" ] || io_debt=0 io_trim=0
        [ "$byte_sum" -eq "$byte_sum_before" ] || byte_debt=0 byte_trim=0
        io_sum_before=$io_sum byte_sum_before=$byte_sum
    fi

    new_read_iops=0 new_write_iops=0 new_read_limit=0 new_write_limit=0
    corrected=
    if [ "$io_sum" -gt 0 ]; then
        settle "$io_debt" "$io_sum" "$((reads - reads_before + writes - writes_before))" "$io_pressed"
        io_debt=$debt
        ! far "$((io_sum + trim))" "$((io_sum + io_trim))" 50 || io_trim=$trim corrected=yes
        share "$((io_sum + io_trim))" "$read_rate" "$write_rate" "$read_iops" "$write_iops"
        new_read_iops=$for_reads new_write_iops=$for_writes io_pressed=$pressed
    fi
    if [ "$byte_sum" -gt 0 ]; then
        moved=$((read_sectors - read_sectors_before + written_sectors - written_sectors_before))
        settle "$byte_debt" "$byte_sum" "$((moved * SECTOR))" "$byte_pressed"
        byte_debt=$debt
        ! far "$((byte_sum + trim))" "$((byte_sum + byte_trim))" 50 || byte_trim=$trim corrected=yes
        share "$((byte_sum + byte_trim))" "$read_bytes" "$written_bytes" "$read_limit" "$write_limit"
        new_read_limit=$for_reads new_write_limit=$for_writes byte_pressed=$pressed
    fi
    if [ -n "$corrected" ] || far "$new_read_iops" "$read_iops" 12 || far "$new_write_iops" "$write_iops" 12 ||
        far "$new_read_limit" "$read_limit" 12 || far "$new_write_limit" "$write_limit" 12; then
        read_iops=$new_read_iops write_iops=$new_write_iops read_limit=$new_read_limit write_limit=$new_write_limit
        limit "$read_iops" "$write_iops" "$read_limit" "$write_limit"
    fi
done
