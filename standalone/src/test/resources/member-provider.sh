#!/bin/sh
# A provider of members: each is a real agent. One file for each kind, which its name says.
kind=$(basename "$0" .sh)
if [ "$1" = describe ]; then
  echo "{\"protocol\": 1, \"kind\": \"external.$kind\", \"restartable\": true}"
  exit 0
fi
[ "$1" = start ] || exit 0
member=$(sed -n 's/.*"member" *: *"\([^"]*\)".*/\1/p')
home="@FOLDER@/$member"
echo "$kind $member" >> "@FOLDER@/journal"
while [ -e "@FOLDER@/hold" ]; do sleep 0.05; done

alive() {
  [ -f "$home/pid" ] && kill -0 "$(cat "$home/pid")" 2> /dev/null
}

run() {
  alive && return
  mkdir -p "$home"
  : > "$home/out"
  setsid '@JAVA@' -cp '@CLASSES@' dev.muster.agent.AgentMain --node "$member" --listen 127.0.0.1:0 \
    --allow '*' --data "$home/data" > "$home/out" 2> "$home/err" < /dev/null &
  echo $! > "$home/pid"
  until grep -q http "$home/out"; do
    alive || { echo "the agent ended: $(tail -1 "$home/err")" >&2; exit 1; }
    sleep 0.05
  done
}

case "$kind" in
  member-create | member-recover)
    run
    address=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$home/out" | head -1)
    echo "{\"status\": \"done\", \"outputs\": {\"physical\": {\"pid\": $(cat "$home/pid")}, \"address\": \"$address\", \"status\": \"ACTIVE\"}}"
    ;;
  member-check)
    if alive; then
      echo '{"status": "done", "outputs": {"status": "ACTIVE"}}'
    else
      echo '{"status": "done", "outputs": {"status": "ERROR", "reason": "its process is gone"}}'
    fi
    ;;
  member-delete)
    alive && kill -9 "$(cat "$home/pid")"
    rm -rf "$home"
    echo '{"status": "done", "outputs": {}}'
    ;;
esac
