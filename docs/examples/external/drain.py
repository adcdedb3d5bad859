#!/usr/bin/env python3
"""external.drain: takes a service out of its load balancer and waits until its connections are gone.

`start` writes a marker file, which the service's health check reads, and returns at once; `check` counts
the connections that are left; `signal` puts everything back when somebody cancels.
"""
import json
import os
import sys

DESCRIPTION = {
    "protocol": 1,
    "kind": "external.drain",
    "description": "waits until nobody is connected to a port any more",
    "arguments": {
        "port": {"type": "number", "required": True, "description": "the service's port"},
        "marker": {"type": "text", "required": True, "description": "the file that says 'send nobody here'"},
        "atMost": {"type": "number", "description": "connections that may be left; 0 unless said"},
    },
    "signals": ["CANCEL"],
    "timeout": "15m",
    "interval": "500ms",
    "restartable": True,
}
ESTABLISHED = "01"


def connections(port):
    """How many connections are established to the port, by the kernel's own tables."""
    count = 0
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        if os.path.exists(table):
            with open(table, encoding="ascii") as lines:
                for line in list(lines)[1:]:
                    fields = line.split()
                    if int(fields[1].rsplit(":", 1)[1], 16) == port and fields[3] == ESTABLISHED:
                        count += 1
    return count


def answer(**fields):
    print(json.dumps(fields))


def start(given):
    args = given["args"]
    with open(args["marker"], "w", encoding="utf-8") as marker:
        marker.write(given["id"] + "\n")
    at_first = connections(args["port"])
    print(f"draining port {args['port']}: {at_first} connections", file=sys.stderr)
    answer(status="running", progress={"connections": at_first}, state={"atFirst": at_first})


def check(given):
    args, state = given["args"], given["state"]
    if not os.path.exists(args["marker"]):
        answer(status="cancelled")
        return
    left = connections(args["port"])
    if left <= args.get("atMost", 0):
        answer(status="done", outputs={"connections": left, "atFirst": state["atFirst"]})
    else:
        answer(status="running", progress={"connections": left})


def signal(given):
    marker = given["args"]["marker"]
    if given["signal"] == "CANCEL" and os.path.exists(marker):  # it may be told twice
        os.remove(marker)


if __name__ == "__main__":
    verb = sys.argv[1]
    if verb == "describe":
        print(json.dumps(DESCRIPTION))
    else:
        {"start": start, "check": check, "signal": signal}[verb](json.load(sys.stdin))
