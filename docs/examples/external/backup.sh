#!/bin/sh
# external.backup: packs a folder into a dated archive and keeps the newest few.
# The whole work is done by `start`; the agent watches over it as over any command.
set -eu

# The value of a text or number in the JSON object that is given: {"args": {"from": "/srv/app", ...}}.
# Good for values without quotes and backslashes; where those may come, use jq or another language.
value() {
  printf '%s' "$input" | tr -d '\n' | sed -n 's/.*"'"$1"'" *: *"\{0,1\}\([^",}]*\)"\{0,1\}.*/\1/p'
}

case "$1" in
describe)
  cat <<'JSON' | tr -d '\n'
{"protocol": 1, "kind": "external.backup",
 "description": "packs a folder into TO/backup-TIME.tgz",
 "arguments": {"from": {"type": "text", "required": true, "description": "the folder to pack"},
               "to": {"type": "text", "required": true, "description": "where archives are kept"},
               "keep": {"type": "number", "description": "how many archives; 7 unless said"}},
 "timeout": "2h", "restartable": true}
JSON
  ;;
start)
  input=$(cat)
  from=$(value from) to=$(value to) keep=$(value keep)
  [ -d "$from" ] || { echo "$from is no folder" >&2; exit 1; }
  mkdir -p "$to"
  rm -f "$to"/.unfinished-*           # of a start that was killed: that is why this is restartable
  archive="$to/backup-$(date -u +%Y%m%dT%H%M%SZ).tgz"
  unfinished="$to/.unfinished-$$"
  echo "packing $from into $archive" >&2
  tar -czf "$unfinished" -C "$from" .
  mv "$unfinished" "$archive"         # an archive has its name when it is whole, and not before
  ls -1 "$to"/backup-*.tgz | sort -r | tail -n +"$((${keep:-7} + 1))" | while read -r old; do
    echo "deleting $old" >&2
    rm -f "$old"
  done
  bytes=$(wc -c <"$archive" | tr -d ' ')
  printf '{"status": "done", "outputs": {"archive": "%s", "bytes": %s}}\n' "$archive" "$bytes"
  ;;
signal)                               # start was stopped: nothing that is not whole stays
  input=$(cat)
  rm -f "$(value to)"/.unfinished-*
  ;;
*)
  echo "unknown verb $1" >&2
  exit 2
  ;;
esac
