#!/bin/sh
# The agent in its image. What follows the image's name are options of the agent (agent/README.md).
#   MUSTER_AGENT_TOKEN or MUSTER_AGENT_TOKEN_FILE   the bearer token that every request must have
#   MUSTER_AGENT_ALLOWED_HOST                       the name by which Muster calls it, such as that of its service
#   MUSTER_AGENT_LISTEN, MUSTER_AGENT_DATA          where it listens, where it keeps its actions
#   MUSTER_JVM                                      more options for the Java virtual machine
set -eu
home=${MUSTER_AGENT_HOME:-/opt/muster-agent}

if [ -n "${MUSTER_AGENT_TOKEN:-}" ]; then
  MUSTER_AGENT_TOKEN_FILE=${TMPDIR:-/tmp}/agent-token
  (umask 077 && printf '%s' "$MUSTER_AGENT_TOKEN" >"$MUSTER_AGENT_TOKEN_FILE")
  unset MUSTER_AGENT_TOKEN # what services run has the agent's environment, and must not have this
fi
[ -z "${MUSTER_AGENT_ALLOWED_HOST:-}" ] || set -- --allowed-host "$MUSTER_AGENT_ALLOWED_HOST" "$@"
[ -z "${MUSTER_AGENT_TOKEN_FILE:-}" ] || set -- --token-file "$MUSTER_AGENT_TOKEN_FILE" "$@"

# As the launcher's. exec: the JVM is the process that gets the container's signals.
# shellcheck disable=SC2086
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED \
  -Xms8m -Xmx48m -Xss512k -XX:MaxMetaspaceSize=48m -XX:ReservedCodeCacheSize=24m ${MUSTER_JVM:-} \
  -jar "$home/muster-agent.jar" \
  --listen "${MUSTER_AGENT_LISTEN:-0.0.0.0:7070}" --data "${MUSTER_AGENT_DATA:-/var/lib/muster-agent}" "$@"
