# Makes the key that agents have in common and prints it in base64; keeps nothing. Given: a file for it, where harness.jar is.
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
