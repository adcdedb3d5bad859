#!/bin/sh
# A node of the demo: a small web service, and the agent that looks after it.
set -eu
"$MUSTER_DEMO/web.sh" start
exec muster-agent --node "$MUSTER_NODE" --config "$MUSTER_DEMO/agent.json" --allow uptime
