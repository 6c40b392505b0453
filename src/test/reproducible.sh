#!/usr/bin/env bash
# Builds what is committed twice, in two folders, and compares the jars byte by byte, with -P packages also the archive and the
# Debian package. Arguments go to Maven, for example -o.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for build in first second; do
  git clone -q "$root" "$work/$build"
  (cd "$work/$build" && mvn -B -q -DskipTests "$@" package)
  (cd "$work/$build" && find . -path '*/target/*' \( -name '*.jar' -o -name '*.deb' -o -name '*.tar.gz' \) -not -path '*/cassandra/jars/*' -print0 | sort -z | xargs -0 sha256sum) >"$work/$build.sums"
done
diff "$work/first.sums" "$work/second.sums" && echo "$(wc -l <"$work/first.sums") files are the same in both builds"
