# Runs an agent as long as this script's input is open. Arguments: a directory for the agent, two levels below harness.jar; the name of a
# file for the database password, or an empty string; the agent's arguments. Reads two lines of base64: the agents' key, and that password.
umask 077
directory=$1
password=$2
shift 2
rm -rf "$directory"
mkdir -p "$directory" && cd "$directory" || exit 1
trap 'rm -f key.p12 "$password"' EXIT
# Passed as input, so that no process has it as an argument.
write() {
  read -r line || exit 1
  base64 -d > "$1" << END || exit 1
$line
END
}
write key.p12
if [ -n "$password" ]; then
  write "$password"
fi
exec 3<&0
java -jar ../../harness.jar agent "$@" --key file:key.p12 < /dev/null 3<&- &
agent=$!
trap 'kill "$agent"; exit 1' HUP INT TERM
# This must not keep the session's outputs open, or the session would not end with the agent.
(cat <&3 > /dev/null; kill "$agent") > /dev/null 2>&1 &
input=$!
exec 3<&-
wait "$agent"
code=$?
kill "$input" 2> /dev/null
exit "$code"
