"""Starts a run with the Python client that openapi-generator makes, and reads its end."""

import sys
import time

import muster_client as muster

CLUSTER = "python-client"

with muster.ApiClient(muster.Configuration(host=sys.argv[1])) as api:
    muster.ClustersApi(api).create_cluster(
        muster.NewClusterRequest(name=CLUSTER, labels={"made": "python"}), muster_user="ada"
    )
    muster.NodesApi(api).register_node(
        CLUSTER, muster.NewNodeRequest(id="node-1", agent=sys.argv[2]), muster_user="ada"
    )
    step = {"name": "ping", "action": "test.ping"}
    stage = {"name": "all", "targets": {"select": ""}, "steps": [step]}
    muster.PlaybooksApi(api).create_playbook(
        {"apiVersion": "muster/v1", "kind": "Playbook", "metadata": {"name": CLUSTER}, "stages": [stage]},
        muster_user="ada",
    )
    runs = muster.RunsApi(api)
    run = runs.start_run(CLUSTER, muster.Start(playbook=CLUSTER, reason="generated"), muster_user="ada")
    for _ in range(300):
        if run.finished_at is not None:
            break
        time.sleep(0.2)
        run = runs.show_run(str(run.id))
    print("python:", run.summary)
    sys.exit(0 if run.state == "Completed" else 1)
