#!/bin/sh
# Where CI is set, installs the programs that the tests need, each named as COMMAND:DEBIAN-PACKAGE.
# Anywhere else nothing is installed: the tests leave out what they cannot run, and end by saying so.
[ -n "$CI" ] || exit 0
missing=
for bin in /usr/lib/postgresql/*/bin /usr/sbin; do PATH="$PATH:$bin"; done  # where Debian keeps them
for pair in "$@"; do
  command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair#*:}"
done
[ -n "$missing" ] || exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing$missing"
  apt-get update -qq && apt-get install -qq -y $missing >/dev/null || echo "That did not work." >&2
else
  echo "Not there, and not to be installed without root and apt-get:$missing" >&2
fi
