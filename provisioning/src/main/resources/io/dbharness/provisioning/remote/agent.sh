# Runs an agent for as long as its own input is open. Given: a directory for it, where harness.jar is two above; the name of a file for the
# password of the database, or nothing; the agent's words. Reads a line of base64 each: the key of the agents, and that password.
umask 077
directory=$1
password=$2
shift 2
rm -rf "$directory"
mkdir -p "$directory" && cd "$directory" || exit 1
trap 'rm -f key.p12 "$password"' EXIT
# As the input of a program, so that it is no argument of any.
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
# Nothing of the session's outputs is held by this, or the session would not end with the agent.
(cat <&3 > /dev/null; kill "$agent") > /dev/null 2>&1 &
input=$!
exec 3<&-
wait "$agent"
code=$?
kill "$input" 2> /dev/null
exit "$code"
