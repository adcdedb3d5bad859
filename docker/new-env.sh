#!/bin/sh
# Makes .env from .env.example, with a fresh random secret for each setting that has no value there.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo "new-env.sh: .env is there already; PostgreSQL and the agents know its secrets, so it is left as it is" >&2
  exit 1
fi
umask 077
while IFS= read -r line; do
  case "$line" in
    '#'* | *=?*) printf '%s\n' "$line" ;;
    *_KEY=) printf '%s%s\n' "$line" "$(head -c 32 /dev/urandom | base64)" ;;
    *=) printf '%s%s\n' "$line" "$(od -An -N20 -tx1 /dev/urandom | tr -d ' \n')" ;;
    *) printf '%s\n' "$line" ;;
  esac
done <.env.example >.env
echo "Wrote .env with fresh secrets."
