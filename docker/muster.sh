#!/bin/sh
# Muster in its image: `muster api`, `muster worker`, or a command of the command line such as `muster run list`.
# MUSTER_JVM adds options for the Java virtual machine. MUSTER_AGENTS_KEY is the text of muster.agents.key-file, where no file is mounted.
set -eu
home=${MUSTER_HOME:-/opt/muster}

# As the launcher's, but the heap follows the container's memory limit.
small="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData --enable-native-access=ALL-UNNAMED"
server="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:+UseCompactObjectHeaders -XX:ReservedCodeCacheSize=160m -XX:MetaspaceSize=192m -XX:MaxRAMPercentage=60 -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"

export MALLOC_ARENA_MAX="${MALLOC_ARENA_MAX:-2}"

case "${1:-}" in
  api | worker)
    if [ -n "${MUSTER_AGENTS_KEY:-}" ]; then
      MUSTER_AGENTS_KEY_FILE=${TMPDIR:-/tmp}/agents-key
      (umask 077 && printf '%s\n' "$MUSTER_AGENTS_KEY" >"$MUSTER_AGENTS_KEY_FILE")
      export MUSTER_AGENTS_KEY_FILE
    fi
    ;;
esac
unset MUSTER_AGENTS_KEY # the file has it, and nothing that is started here needs it

case "${1:-}" in
  api) flags=$server main=dev.muster.standalone.api.ApiApplication && shift ;;
  worker) flags=$server main=dev.muster.worker.WorkerApplication && shift ;;
  *) flags=$small main=dev.muster.cli.Main ;;
esac

# exec: the JVM is the process that gets the container's signals. The flags are words of their own on purpose.
# shellcheck disable=SC2086
exec java $flags ${MUSTER_JVM:-} -cp "$home/muster/*:$home/libraries/*" "$main" "$@"
