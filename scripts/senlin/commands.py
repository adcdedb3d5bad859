"""Runs OpenStack's commands against a Muster, and compares what they print with what there is.

Each command is a process of the unmodified client. What members are is asked of the system: each is a process of an agent and
one of its service, whose folders are the provider's.
"""

import argparse
import json
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request

SERVICE = "86400"  # what the service of a member sleeps


class Wrong(Exception):
    """Something is not as it should be."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


class Client:
    """The command line."""

    def __init__(self, program, login):
        self.program, self.login = program, login

    def run(self, words, *more, fails=False):
        command = [self.program, *self.login, "cluster", *words.split(), *more]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        text = done.stdout + done.stderr
        print("$ openstack", " ".join(["cluster", *words.split(), *more]), flush=True)
        if (done.returncode != 0) != fails:
            raise Wrong(f"exit code {done.returncode}:\n{text}")
        return text

    def json(self, words, *more):
        return json.loads(self.run(words, *more, "-f", "json"))

    def column(self, words, column, *more):
        return self.run(words, *more, "-f", "value", "-c", column).split()

    def action(self, words, *more):
        """The id of the action that a command was accepted by."""
        text = self.run(words, *more)
        ids = [word.rstrip(".") for word in text.split() if word.count("-") == 4]
        require(len(ids) == 1, f"no action in: {text}")
        return ids[0]

    def ended(self, action, status="SUCCEEDED"):
        """Waits for the end of an action, and shows it."""
        until = time.monotonic() + 120
        while True:
            shown = self.json("action show", action)
            if shown["status"] in ("SUCCEEDED", "FAILED", "CANCELLED"):
                require(shown["status"] == status, f"{status} was expected: {shown}")
                return shown
            require(time.monotonic() < until, f"not over after two minutes: {shown}")
            time.sleep(0.3)

    def until(self, action, status):
        """Waits until an action is there."""
        limit = time.monotonic() + 60
        while (shown := self.json("action show", action))["status"] != status:
            require(time.monotonic() < limit and shown["status"] == "READY", f"{status} was expected: {shown}")
            time.sleep(0.3)

    def done(self, words, *more, status="SUCCEEDED"):
        return self.ended(self.action(words, *more), status)


def services(folder):
    """The members whose service lives, by name."""
    living = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as line:
                words = line.read().split(b"\0")
            place = os.readlink(f"/proc/{pid}/cwd")
        except OSError:
            continue
        if SERVICE.encode() in words and place.startswith(f"{folder}/members/"):
            living.add(place[len(f"{folder}/members/"):].split("/")[0])
    return living


def post(url, body=None, token=None, method="POST"):
    """Without the client: what it has no command for. The status and the answer."""
    request = urllib.request.Request(url, method=method, data=json.dumps(body or {}).encode())
    request.add_header("Content-Type", "application/json")
    request.add_header("OpenStack-API-Version", "clustering 1.14")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as refused:
        return refused.code, json.load(refused)


def member_names(client):
    return client.column("members list", "name", "web")


def specs(folder):
    """The documents that a user of Senlin has."""
    sleep = subprocess.run(["bash", "-c", "command -v sleep"], capture_output=True, text=True, check=True).stdout.strip()
    documents = {
        "profile": {
            "type": "muster.member",
            "version": "1.0",
            "properties": {
                "providers": {"labels": {"provider": "yes"}},
                "timeouts": {"create": "PT2M"},
                "spec": {"service": {"argv": [sleep, SERVICE]}},
            },
        },
        "stuck": {
            "type": "muster.member",
            "version": "1.0",
            "properties": {
                "providers": {"labels": {"provider": "yes"}},
                "timeouts": {"create": "PT2M"},
                "spec": {"service": {"argv": [sleep, SERVICE], "status": {"http": "http://127.0.0.1:1/"}}},
            },
        },
        "nova": {"type": "os.nova.server", "version": "1.0", "properties": {"flavor": "m1.small"}},
        "deletion": {
            "type": "senlin.policy.deletion",
            "version": "1.0",
            "properties": {"criteria": "OLDEST_FIRST", "destroy_after_deletion": True},
        },
        "scaling": {
            "type": "senlin.policy.scaling",
            "version": "1.0",
            "properties": {"event": "CLUSTER_SCALE_IN", "adjustment": {"type": "CHANGE_IN_CAPACITY", "number": 2}},
        },
    }
    for name, document in documents.items():
        with open(f"{folder}/{name}.yaml", "w", encoding="utf-8") as file:
            json.dump(document, file)  # which is YAML too
    return {name: f"{folder}/{name}.yaml" for name in documents}


def commands(client, options):
    folder, muster = options.folder, options.muster
    files = specs(folder)

    # Muster's own part: a cluster with a provider, and a node that is no member.
    require(post(f"{muster}/v1/clusters", {"name": "web"})[0] == 201, "no cluster")
    post(f"{muster}/v1/clusters/web/nodes", {"id": "provider", "agent": options.provider, "labels": {"provider": "yes"}})
    post(f"{muster}/v1/clusters/web/nodes", {"id": "spare", "agent": options.spare})

    # Profile and policies.
    profile = client.json("profile create", "--spec-file", files["profile"], "small")
    require(profile["type"] == "muster.member-1.0" and profile["name"] == "small", profile)
    require(client.json("profile show", profile["id"][:8])["id"] == profile["id"], "a short id is not found")
    refused = client.run("profile create", "--spec-file", files["nova"], "vm", fails=True)
    require("os.nova.server" in refused and "muster.member" in refused, refused)
    client.json("policy create", "--spec-file", files["deletion"], "oldest")
    scaling = client.json("policy create", "--spec-file", files["scaling"], "two")
    require(scaling["type"] == "senlin.policy.scaling-1.0", scaling)
    client.run("policy validate", "--spec-file", files["deletion"])

    # From nothing to two members.
    cluster = client.json("create", "--profile", "small", "--min-size", "1", "--max-size", "6", "--desired-capacity", "2", "--wait", "web")
    require(cluster["status"] in ("ACTIVE", "CREATING", "INIT") and cluster["desired_capacity"] in (0, 2), cluster)
    create = client.json("action list", "--filters", "action=CLUSTER_CREATE", "--full-id")[0]
    shown = client.ended(create["id"])
    require(len(shown["depends_on"].split()) == 2, f"two were to be made: {shown}")
    require(member_names(client) == ["web-1", "web-2"], "members")
    require(services(folder) == {"web-1", "web-2"}, "processes")
    cluster = client.json("show", cluster["id"])
    require((cluster["name"], cluster["status"], cluster["desired_capacity"]) == ("web", "ACTIVE", 2), cluster)
    require(client.column("list", "name") == ["web"], "list")

    # Sizes.
    client.done("expand", "--count", "2", "web")
    require(services(folder) == {"web-1", "web-2", "web-3", "web-4"}, "processes after expand")
    client.done("resize", "--capacity", "5", "web")
    require(len(services(folder)) == 5, "processes after resize")
    refused = client.done("resize", "--capacity", "9", "--strict", "web", status="FAILED")
    require("max_size" in refused["status_reason"], refused)

    # Policies: the oldest go, two at a time.
    attached = client.action("policy attach", "--policy", "oldest", "web")
    client.action("policy attach", "--policy", "two", "web")
    require(client.ended(attached)["action"] == "CLUSTER_ATTACH_POLICY", "attach is no action")
    bindings = client.json("policy binding list", "web")
    require({one["policy_name"] for one in bindings} == {"oldest", "two"}, bindings)
    client.action("policy binding update", "--policy", "two", "--enabled", "false", "web")
    require(client.json("policy binding show", "--policy", "two", "web")["is_enabled"] is False, "still enabled")
    client.action("policy binding update", "--policy", "two", "--enabled", "true", "web")
    client.done("shrink", "web")
    require(services(folder) == {"web-3", "web-4", "web-5"}, "the two oldest were to go")
    client.action("policy detach", "--policy", "two", "web")
    require(client.column("policy binding list", "policy_name", "web") == ["oldest"], "still attached")

    # Health: who died is made anew, and nobody else.
    client.done("check", "web")
    died = next(pid for pid in filter(str.isdigit, os.listdir("/proc")) if is_service(pid, folder, "web-4"))
    os.kill(int(died), signal.SIGKILL)
    client.done("recover", "--check", "true", "web")
    require(services(folder) == {"web-3", "web-4", "web-5"}, "processes after recover")
    require(not is_service(died, folder, "web-4"), "the process that died")

    # Nodes.
    nodes = client.json("node list", "--full-id")
    spare = next(one for one in nodes if one["name"] == "spare")
    require(spare["cluster_id"] == "" and spare["index"] == -1, f"no orphan: {spare}")
    client.done("node check", "web-3")
    node = client.json("node show", "--details", "web-3")
    require(node["status"] == "ACTIVE" and node["index"] == 3 and node["cluster_id"] == cluster["id"], node)
    client.done("members add", "--nodes", "spare", "web")
    require("spare" in member_names(client), "not added")
    client.done("members del", "--nodes", "spare", "web")
    require(member_names(client) == ["web-3", "web-4", "web-5"], "not removed")
    client.done("members replace", "--nodes", "web-3=spare", "web")
    require(member_names(client) == ["web-4", "web-5", "spare"], "not replaced")
    client.done("node delete", "--force", "web-5")
    require("web-5" not in services(folder), "web-5 still runs")

    # A receiver, triggered without a token.
    receiver = client.json("receiver create", "--cluster", "web", "--action", "CLUSTER_SCALE_OUT", "--params", "count=1", "more")
    channel = receiver["channel"]
    url = (json.loads(channel) if isinstance(channel, str) else channel)["alarm_url"]
    before = len(services(folder))
    status, answer = post(url)
    require(status == 202, f"trigger: {status} {answer}")
    client.ended(answer["action"])
    require(len(services(folder)) == before + 1, "the trigger made nothing")
    require(post(url.replace("?V=2", ""))[0] == 400, "V is to be asked for")
    client.run("receiver delete --force more")
    require(post(url)[0] == 401, "a receiver that is gone triggers")

    signals(client, files, muster)
    lists(client, cluster)

    # The end.
    client.action("policy detach", "--policy", "oldest", "web")
    deleted = client.run("delete --force web")
    client.ended(next(word for word in deleted.split() if word.count("-") == 4))
    # Who left without being deleted is nobody's member: it goes on, and is shown as an orphan.
    require(services(folder) == {"web-3"}, f"processes are left: {services(folder)}")
    orphans = {one["name"] for one in client.json("node list") if one["cluster_id"] == ""}
    require("web-3" in orphans, f"no orphan: {orphans}")
    require("Cluster not found" in client.run("show web", fails=True), "the cluster is left")
    require(client.column("list", "name") == [], "the cluster is listed")
    client.run("policy delete --force oldest two")
    client.run("profile delete --force small stuck")
    require(client.column("profile list", "name") == [], "the profile is listed")


def is_service(pid, folder, member):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as line:
            return SERVICE.encode() in line.read().split(b"\0") and os.readlink(f"/proc/{pid}/cwd").startswith(
                f"{folder}/members/{member}/"
            )
    except OSError:
        return False


def signals(client, files, muster):
    """Cancel, and cancel by force, while members are made that never come up."""
    client.json("profile create", "--spec-file", files["stuck"], "stuck")
    becomes(client, "stuck")
    patient = client.action("expand web")
    client.until(patient, "RUNNING")
    client.run("action update --status CANCELLED", patient)
    client.ended(patient, "CANCELLED")
    forced = client.action("expand web")
    client.until(forced, "RUNNING")
    # The client has no option for it.
    url = f"{muster}/senlin/v1/actions/{forced}?force=true"
    status, answer = post(url, {"action": {"status": "CANCELLED"}}, method="PATCH")
    require(status == 202, f"force: {status} {answer}")
    shown = client.json("action show", forced)
    require(shown["status"] == "CANCELLED", f"by force it ends at once: {shown}")
    again = client.run("action update --status CANCELLED", forced, fails=True)
    require("409" in again, f"what is over is cancelled again: {again}")
    becomes(client, "small")


def becomes(client, profile):
    """New members are made from another profile."""
    cluster = client.json("update", "--profile", profile, "--profile-only", "true", "web")
    updates = client.json("action list", "--filters", "action=CLUSTER_UPDATE", "--sort", "created_at:desc", "--full-id")
    client.ended(updates[0]["id"])
    require(client.json("show", cluster["id"])["profile_name"] == profile, "another profile")


def lists(client, cluster):
    """Filters, order, pages, and what is refused."""
    made = client.json("action list", "--filters", "action=NODE_CREATE;status=SUCCEEDED", "--sort", "created_at:desc")
    require(len(made) >= 5 and all(one["action"] == "NODE_CREATE" for one in made), made)
    times = [one["created_at"] for one in made]
    require(times == sorted(times, reverse=True), times)
    every = client.column("action list", "id", "--full-id")
    require(len(every) == len(set(every)) and client.column("action list", "id", "--full-id", "--limit", "7") == every, "pages")
    require(client.column("action list", "id", "--full-id", "--marker", every[4]) == every[5:], "marker")
    kinds = client.column("action list", "action", "--sort", "action:desc,created_at")
    require(kinds[0].startswith("NODE_") and "CLUSTER_CREATE" in kinds, kinds)
    of_cluster = client.json("action list", "--filters", f"target={cluster['id']}")
    require(of_cluster and all(one["action"].startswith("CLUSTER_") for one in of_cluster), of_cluster)
    by_id = client.json("action show", every[0][:8])
    require(by_id["id"] == every[0], by_id)
    require("Action not found" in client.run("action show nosuch", fails=True), "no such action")
    for bad in (["--sort", "foo"], ["--filters", "status=BOGUS"], ["--limit", "-1"], ["--marker", "x"]):
        require("400" in client.run("action list", *bad, fails=True), bad)
    events = client.json("event list", "--filters", f"cluster_id={cluster['id']}")
    require({"CLUSTER_CREATE", "CLUSTER_RESIZE"} <= {one["action"] for one in events}, events)
    failed = client.json("event list", "--filters", "level=40")
    require([one["status"] for one in failed] and all(one["status"] == "error" for one in failed), failed)
    event = client.json("event show", str(events[0]["id"]))
    require(event["action"] == events[0]["action"], event)
    require(client.column("service list", "state") == ["up"], "services")
    client.run("build info")
    require("senlin.policy.deletion" in client.column("policy type list", "name"), "policy types")
    require(client.column("profile type list", "name") == ["muster.member"], "profile types")
    require("501" in client.run("op --operation reboot", "web"), "operations")


def tokens(program, options):
    """A Muster that asks who calls: the client's token is Muster's, and what it may is what its roles give."""
    with open(f"{options.folder}/muster/bootstrap-token", encoding="utf-8") as file:
        admin = file.read().strip()

    def login(token):
        return Client(program, ["--os-auth-type", "admin_token", "--os-token", token, "--os-endpoint", f"{options.muster}/senlin/v1"])

    def token(name, roles, clusters):
        status, made = post(f"{options.muster}/v1/tokens", {"name": name, "roles": roles, "clusters": clusters}, admin)
        require(status == 201, made)
        return made["token"]

    status, _ = post(f"{options.muster}/v1/clusters", {"name": "web"}, admin)
    require(status == 201, "no cluster")
    require(login(admin).column("list", "name") == ["web"], "the administrator's list")
    require("401" in login("muster_nothing").run("list", fails=True), "a wrong token")
    viewer, stranger = login(token("vera", ["viewer"], ["web"])), login(token("sam", ["operator"], ["db-*"]))
    require(viewer.column("list", "name") == ["web"], "the viewer's list")
    # The client says so, and ends with 0.
    require("403" in viewer.run("check web"), "a viewer's check")
    require(stranger.column("list", "name") == [], "a stranger's list")
    require("Cluster not found" in stranger.run("show web", fails=True), "a stranger's look")
    operator = login(token("olga", ["operator"], ["web"]))
    action = operator.done("check web")
    require(action["user_id"] == "olga", action)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=["commands", "tokens"])
    for name in ("openstack", "muster", "folder", "provider", "spare"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    begun = time.monotonic()
    if options.part == "commands":
        login = ["--os-auth-type", "none", "--os-endpoint", f"{options.muster}/senlin"]
        commands(Client(options.openstack, login), options)
    else:
        tokens(options.openstack, options)
    print(f"senlin-check: {options.part} in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()
