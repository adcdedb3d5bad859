#!/usr/bin/env bash
# Whether http://HOST:PORT/PATH answers 2xx: healthy HOST:PORT /PATH. Needs no curl, which the images do not have.
set -u
address=${1:?"usage: healthy HOST:PORT /PATH"}
path=${2:?"usage: healthy HOST:PORT /PATH"}
host=${address%:*}
port=${address##*:}
case "$host" in '' | 0.0.0.0 | '[::]') host=127.0.0.1 ;; esac

no() {
  echo "http://$host:$port$path: $1"
  exit 1
}

{ exec 3<>"/dev/tcp/$host/$port"; } 2>/dev/null || no "no connection"
# By cat, which writes it all at once: a plain server may answer the first line and hang up on the others.
cat >&3 <<<"GET $path HTTP/1.0"$'\r\n'"Host: $host"$'\r\n\r' || no "connection lost"
IFS=' ' read -r -t 4 -u 3 _ status _ || no "no answer within 4 s"
case "$status" in
  2??) exit 0 ;;
  *) no "answers $status" ;;
esac
