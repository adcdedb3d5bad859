#!/bin/sh
# Sorts what Maven built into the folders that the images are made of: docker/layers.sh DEST makes
#   DEST/libraries   the jars of others, for the API and the worker
#   DEST/muster      our own jars
#   DEST/agent       the agent's one jar
#   DEST/jre         a Java runtime with the modules that the agent uses
# The Dockerfile runs it after the build; ComposeIT runs it on this machine.
set -eu
to=${1:?"usage: docker/layers.sh DEST"}
cd "$(dirname "$0")/.."

[ -d standalone/target/lib ] && [ -f agent/target/muster-agent.jar ] || {
  echo "layers.sh: standalone/target/lib or agent/target/muster-agent.jar is missing: run 'mvn package' first" >&2
  exit 1
}

mkdir -p "$to/libraries" "$to/muster" "$to/agent"
for jar in standalone/target/lib/*.jar; do
  case "${jar##*/}" in
    embedded-postgres-binaries-*) ;; # large, and only `muster up` starts a PostgreSQL of its own
    muster-*) cp -p "$jar" "$to/muster/" ;;
    *) cp -p "$jar" "$to/libraries/" ;;
  esac
done
cp -p agent/target/muster-agent.jar "$to/agent/"

if [ ! -d "$to/jre" ]; then
  "${JAVA_HOME:?the folder of a JDK}/bin/jlink" --output "$to/jre" \
    --add-modules java.base,java.naming,java.sql,jdk.crypto.ec,jdk.httpserver,jdk.jcmd \
    --strip-java-debug-attributes --no-header-files --no-man-pages --compress zip-6
fi
