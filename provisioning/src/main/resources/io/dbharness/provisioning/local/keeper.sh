# Holds one disk to its rates. The kernel limits reads and writes one by one, a disk is sold by their sum: four times a second this looks
# at what the device did and shares the sum out anew. It also keeps the account of burst credits: a disk that has some left may do more.
#
# Arguments: its name (never used here, it is how its process is found); the device's statistics; the device, MAJOR:MINOR; the form of the
# limiter and its directory; rates; burst rates; how many seconds of full burst the account holds. Rates are operations and bytes a
# second, 0 for no limit.
name=$1 statistics=$2 device=$3 form=$4 root=$5 iops=$6 bytes=$7 burst_iops=$8 burst_bytes=$9
shift 9
full=$1

# Nobody's terminal hangs up on it; it ends with its device, or is killed by down.
trap '' HUP

SECTOR=512

look() {
    # Fields as in the kernel's Documentation/block/stat.rst. Gone with the device, and so is this.
    read -r reads _ read_sectors _ writes _ written_sectors _ <"$statistics" || exit 0
    read -r up _ </proc/uptime
    centis=${up%.*}${up#*.}
}

# hungry USED LIMIT: whether a side would do more if it were let.
hungry() { [ $(($1 * 10)) -ge $(($2 * 9)) ]; }

# share SUM READ WRITTEN READ_LIMIT WRITE_LIMIT: sets for_reads and for_writes, and pressed when a limit is felt. A side that wants more
# gets exactly what the other leaves; the other gets room to grow, so that it never waits for a share that was measured while it had less
# to do. When both want more, the sum is divided as they divide it now.
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

# far NEW OLD PARTS: whether they differ by more than one part in so many. Each change of a limit lets a few requests through at once, so
# small ones are not worth it.
far() { [ $((($1 - $2) * $3)) -gt "$2" ] || [ $((($2 - $1) * $3)) -gt "$2" ]; }

# settle DEBT SUM DONE PRESSED: sets debt, what was done beyond the sum so far, in hundredths, and trim, what that takes from the sum: all
# of it within eight seconds. Changes of a limit let some requests through and two queues leave some unused; here that is made good. What
# a disk leaves while nobody wants it is not saved.
settle() {
    debt=$(($1 + $3 * 100 - $2 * elapsed))
    [ -n "$4" ] || debt=$(($1 / 2))
    [ "$debt" -le $(($2 * 200)) ] || debt=$(($2 * 200))
    [ "$debt" -ge $(($2 * -200)) ] || debt=$(($2 * -200))
    trim=$((debt / -800))
}

# credit LEFT RATE BURST USED: sets left. In hundredths; all arguments are a second's, all results this interval's. What was overdrawn before
# a lower limit was felt is paid back before there is a next burst, or a disk that is always asked for more would do more than it may.
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
    # Three quarters of what it was, a quarter of what it is.
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
        # What a burst left unused is not made good after it.
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
