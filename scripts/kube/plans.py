"""Runs the plan of Autopilot's documentation through kubectl on nodes that really run (a stand-in for k0s): applies it, watches it, waits
for its end, describes and deletes it, and checks that whoever watched saw only what Autopilot's machine allows.

    plans.py --kubectl PROGRAM --kubeconfig FILE --files URL FOLDER --folder DIR
"""

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import time

VERSION = "v1.36.2+k0s.0"
# From a state to those that may come next; as the machine's diagram has it.
AFTER = {
    "": {"SchedulableWait", "IncompleteTargets"},
    "SchedulableWait": {"Schedulable", "Completed", "ApplyFailed"},
    "Schedulable": {"SchedulableWait", "IncompleteTargets", "ApplyFailed"},
}


def need(so, what, more=""):
    if not so:
        print(f"plans: not so: {what} {more}")
        sys.exit(1)
    print("  ok:", what)


def main():
    parser = argparse.ArgumentParser()
    for name in ("kubectl", "kubeconfig", "url", "files", "folder"):
        parser.add_argument("--" + name, required=True)
    options = parser.parse_args()
    base = [options.kubectl, "--kubeconfig", options.kubeconfig, "--cache-dir", os.path.join(options.folder, "cache-plans")]

    def kubectl(*arguments, stdin=None, seconds=120):
        return subprocess.run([*base, *arguments], input=stdin, capture_output=True, text=True, timeout=seconds)

    def platform(name):
        with open(os.path.join(options.files, name), "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        one = {"url": f"{options.url}/{name}", "sha256": digest}
        return {"linux-amd64": one, "linux-arm64": one}

    def plan(digest=None):
        update = platform("k0s-" + VERSION)
        if digest:
            for one in update.values():
                one["sha256"] = digest
        return json.dumps(
            {
                "apiVersion": "autopilot.k0sproject.io/v1beta2",
                "kind": "Plan",
                "metadata": {"name": "autopilot"},
                "spec": {
                    "id": "id123",
                    "timestamp": "now",
                    "commands": [
                        {"airgapupdate": {"version": VERSION, "platforms": platform("bundle"), "workers": {"discovery": {"static": {"nodes": ["worker0"]}}}}},
                        {"k0supdate": {"version": VERSION, "platforms": update, "targets": {
                            "controllers": {"discovery": {"static": {"nodes": ["controller0"]}}},
                            "workers": {"discovery": {"static": {"nodes": ["worker0"]}}}}}},
                    ],
                },
            }
        )

    known = kubectl("wait", "--for=jsonpath={.status.k0sVersion}=v1.36.1+k0s.0", "controlnode/controller0", "--timeout=60s")
    need(known.returncode == 0, "the controller says which k0s it runs", known)
    nodes = kubectl("get", "controlnodes")
    need(re.match(r"NAME +AGE\ncontroller0 ", nodes.stdout), "the controller is a ControlNode", nodes)
    log = open(os.path.join(options.folder, "watched.json"), "w+", encoding="utf-8")
    watching = subprocess.Popen([*base, "get", "plans", "-w", "-o", "json", "--output-watch-events"], stdout=log, stderr=subprocess.STDOUT)
    table = open(os.path.join(options.folder, "watched.txt"), "w+", encoding="utf-8")
    rows = subprocess.Popen([*base, "get", "plans", "-w"], stdout=table, stderr=subprocess.STDOUT)
    time.sleep(1)
    applied = kubectl("apply", "-f", "-", stdin=plan())
    need(applied.stdout == "plan.autopilot.k0sproject.io/autopilot created\n", "kubectl apply makes the plan", applied)
    again = kubectl("apply", "-f", "-", stdin=plan())
    generation = kubectl("get", "plan", "autopilot", "-o", "jsonpath={.metadata.generation}").stdout
    need(again.returncode == 0 and generation == "1", "the same plan once more is taken, and changes nothing", again)
    other = kubectl("apply", "-f", "-", stdin=plan().replace("id123", "id124"))
    need(other.returncode == 1 and "under way" in other.stderr, "another spec is refused while it runs, with why", other)
    done = kubectl("wait", "--for=jsonpath={.status.state}=Completed", "plan/autopilot", "--timeout=100s")
    need(done.stdout == "plan.autopilot.k0sproject.io/autopilot condition met\n", "kubectl wait ends when it is Completed", done)
    columns = kubectl("get", "plans").stdout
    need(re.fullmatch(r"NAME +STATE +AGE\nautopilot +Completed +\w+\n", columns), "kubectl get shows its columns", columns)
    described = kubectl("describe", "plan", "autopilot").stdout
    need("SignalCompleted" in described and "Last Updated Timestamp" in described, "kubectl describe shows its nodes", described)
    status = kubectl("patch", "plan", "autopilot", "--subresource=status", "--type=merge", "-p", '{"status":{"state":"Mine"}}')
    need("Forbidden" in status.stderr and "nobody writes it" in status.stderr, "its status is nobody's to write", status)
    gone = kubectl("delete", "plan", "autopilot")
    need(gone.stdout == 'plan.autopilot.k0sproject.io "autopilot" deleted\n', "kubectl delete waits until it is gone", gone)
    time.sleep(1)
    for process in (watching, rows):
        process.terminate()
        process.wait()
    check(log, table)
    failing(kubectl, plan)
    print("plans: green")


def check(log, table):
    log.seek(0)
    decoder, text, at, events = json.JSONDecoder(), log.read(), 0, []
    while text[at:].strip():
        event, end = decoder.raw_decode(text, at + len(text[at:]) - len(text[at:].lstrip()))
        events.append(event)
        at = end
    need(events[0]["type"] == "ADDED" and events[-1]["type"] == "DELETED", "kubectl get -w tells from its making to its end")
    versions = [int(event["object"]["metadata"]["resourceVersion"]) for event in events]
    need(versions == sorted(set(versions)), "versions only grow, and none is there twice", versions)
    states = [event["object"].get("status", {}).get("state", "") for event in events]
    order = [state for index, state in enumerate(states) if index == 0 or state != states[index - 1]]
    pairs = [(one, two) for one, two in zip(order, order[1:]) if two not in AFTER.get(one, set())]
    need(not pairs and order[-1] == "Completed", "states came in an order that Autopilot's machine allows", order)
    sent = [
        sum(1 for command in event["object"].get("status", {}).get("commands", []) for kind in ("k0supdate", "airgapupdate")
            for group in command.get(kind, {}).values() for node in group if node["state"] == "SignalSent")
        for event in events
    ]
    need(max(sent) == 1, "never more than one node was signalled at once, and each was seen", sent)
    table.seek(0)
    lines = table.read().splitlines()
    need(lines[0].split() == ["NAME", "STATE", "AGE"] and sum(line.startswith("NAME") for line in lines) == 1, "the table has one head", lines)


def failing(kubectl, plan):
    # Of a version that no node has yet, or nothing would be downloaded.
    kubectl("apply", "-f", "-", stdin=plan("0" * 64).replace("id123", "id9").replace('"version": "v1.36.2', '"version": "v1.36.9'))
    failed = kubectl("wait", "--for=jsonpath={.status.state}=ApplyFailed", "plan/autopilot", "--timeout=100s")
    need(failed.returncode == 0, "a download with another hash ends in ApplyFailed", failed)
    why = kubectl("get", "plan", "autopilot", "-o", "jsonpath={.status.commands[*].description}").stdout
    need("controller0" in why or "sha256" in why.lower(), "and says why", why)
    kubectl("delete", "plan", "autopilot")


main()
