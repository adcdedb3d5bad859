#!/bin/sh
# The demo's web service: web.sh start | stop | status | health.
set -eu
case "$1" in
  health) exec healthy "$WEB_HOST:$WEB_PORT" /health ;;
  *)
    exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xmx16m \
      -cp "$MUSTER_AGENT_HOME/muster-agent.jar" dev.muster.agent.sample.SampleService "$1" \
      --host "$WEB_HOST" --port "$WEB_PORT" --name "$MUSTER_NODE" --pid-file "${TMPDIR:-/tmp}/web.pid"
    ;;
esac
