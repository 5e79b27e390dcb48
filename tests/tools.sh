#!/bin/sh
# Sees that the programs the tests need are there: each argument is COMMAND:DEBIAN-PACKAGE.
missing=
for bin in /usr/lib/postgresql/*/bin; do PATH="$PATH:$bin"; done  # where Debian keeps them
for pair in "$@"; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
done
[ -z "$missing" ] && exit 0
sudo=
[ "$(id -u)" = 0 ] || sudo=sudo
if command -v apt-get >/dev/null 2>&1 && command -v ${sudo:-sh} >/dev/null 2>&1; then
  echo "Installing$missing"
  $sudo apt-get update -qq && $sudo apt-get install -qq -y $missing >/dev/null && exit 0
fi
echo "The tests need these programs; please install:$missing" >&2
exit 1
