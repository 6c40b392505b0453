# Runs an agent for as long as its own input is open. Given: a directory for it, where harness.jar is two above; the name of a file for the
# password of the database, or nothing; the agent's words. Reads a line of base64 each: the key of the agents, and that password.
umask 077
directory=$1
password=$2
shift 2
rm -rf "$directory"
mkdir -p "$directory" && cd "$directory" || exit 1
trap 'rm -f key.p12 "$password"' EXIT
read -r line && printf '%s' "$line" | base64 -d > key.p12 || exit 1
if [ -n "$password" ]; then
  read -r line && printf '%s' "$line" | base64 -d > "$password" || exit 1
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
