#!/usr/bin/env bash
# Checks the documents' links: every relative one leads to a file, and where its text is `Class.method` the file has that method.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

bad=0
while IFS= read -r page; do
  while IFS=$'\t' read -r text target; do
    case "$target" in
      *://* | '#'* | mailto:*) continue ;;
    esac
    file="$(dirname "$page")/${target%%#*}"
    if [ ! -e "$file" ]; then
      echo "$page: [$text]($target) leads nowhere" >&2
      bad=1
    elif [[ "$file" == *.java && "$text" =~ ^\`([A-Za-z]+)\.([a-z][A-Za-z]*)\`$ ]]; then
      class="${BASH_REMATCH[1]}" method="${BASH_REMATCH[2]}"
      if [ "$(basename "$file" .java)" != "$class" ] || ! grep -qE "^  [A-Za-z@].* $method\(|^    [A-Za-z].* $method\(.*\{$" "$file"; then
        echo "$page: $file has no method $class.$method" >&2
        bad=1
      fi
    fi
  done < <(sed '/^```/,/^```/d; /^    /d' "$page" | grep -oE '\[[^]]+\]\([^) ]+\)' | sed -E 's/^\[([^]]*)\]\(([^)]*)\)$/\1\t\2/')
done < <(git ls-files --cached --others --exclude-standard '*.md')
exit "$bad"
