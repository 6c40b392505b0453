# Runs a server and stops it when the pipe at its standard input closes.
#
# Arguments: the signal that stops the server, how often it is sent before the server is killed, a directory to delete after it or nothing,
# the command.
#
# The pipe is moved to descriptor 3 because a background command's standard input is empty. The signal is repeated because a server that has
# only just started ignores it. After that the server is killed, because some never react to the signal, such as PostgreSQL that recovers on
# a full disk.
#
# SIGUSR1 kills the server. The shell does that itself: killed from outside between starting the server and starting its watcher, it would
# leave the server alone.
signal=$1; asks=$2; scratch=$3; shift 3
server=; killed=
trap 'killed=1; [ -z "$server" ] || kill -KILL "$server" 2>/dev/null' USR1
exec 3<&0
"$@" 3<&- </dev/null &
server=$!
[ -z "$killed" ] || kill -KILL "$server" 2>/dev/null
(
  read -r closed <&3
  trap '' TERM
  while kill -"$signal" "$server" 2>/dev/null; do
    asks=$((asks - 1))
    [ "$asks" -gt 0 ] || signal=KILL
    sleep 0.1 || sleep 1
  done
  [ -z "$scratch" ] || rm -rf -- "$scratch"
) &
watcher=$!
trap : INT TERM
wait "$server"; status=$?
while kill -0 "$server" 2>/dev/null; do wait "$server"; status=$?; done
trap '' USR1
kill "$watcher" 2>/dev/null
wait "$watcher"
exit "$status"
