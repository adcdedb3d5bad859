#!/bin/sh
# Tells Muster about the demo: the cluster, its nodes (NODES: lines of NAME ADDRESS) and the playbooks that come with Muster.
# Repeating it is harmless.
set -eu
muster cluster add demo --label purpose=demo
echo "$NODES" | while read -r name address; do
  [ -z "$name" ] || muster node add demo "$name" "$address" --role web --label "port=$WEB_PORT"
done
muster playbook apply "$MUSTER_HOME/playbooks"
