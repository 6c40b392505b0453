# Generates the shared key of the agents, prints it in base64 and deletes it. Argument: a file for the key, beside harness.jar.
umask 077
mkdir -p "$(dirname "$1")"
trap 'rm -f "$1"' EXIT
rm -f "$1"
said=$(java -jar harness.jar agent key --out "$1" 2>&1) || {
  echo "$said"
  exit 1
}
base64 < "$1" | tr -d '\n'
echo
