"""Asks a Muster that wants to know who calls, with generated requests of which half prove nothing.

  strangers.py API TOKEN-FILE REQUESTS SEED

Fails where a request without a good token is served, where somebody sees what a role does not give or a cluster that is none
of theirs, where an answer has a status of 500 or more or a trace, or where a refusal takes longer than three times what an
answer does (99th percentile).
"""

import json
import random
import secrets
import sys
import time
import warnings
import zlib
from collections import Counter
from pathlib import Path

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings, strategies
from hypothesis import seed as seeded
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode

warnings.simplefilter("ignore")
schemathesis.openapi.format("iso8601-duration", strategies.integers(1, 86_400).map(lambda seconds: f"PT{seconds}S"))

# Stands in what belongs to cluster prod. Made here, because the generator draws from texts that it finds in this file.
MARK = "-".join(["nobody", "else", secrets.token_hex(4)])
ROLES = ["viewer", "operator", "approver", "author", "admin"]
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
UNPROVEN = {400, 401, 403, 405, 406, 413, 414, 415, 421, 429, 431}
TRACES = ("Exception", "at dev.muster", "at org.", "at java.")
MOST_FAULTS = 20
STREAMS = {"followRun", "followActionEvent"}  # do not end, where they are answered
A_ROUND = 12  # requests of an operation and a sort


def root_of(url, token_file):
    """Whoever has the first token."""
    session = requests.Session()
    session.headers["Authorization"] = "Bearer " + Path(token_file).read_text().strip()

    def ask(method, path, body=None):
        answer = session.request(method, url + path, json=body, timeout=25)
        if not answer.ok:
            sys.exit(f"strangers: {method} {path} by the first token: {answer.status_code} {answer.text[:300]}")
        return answer.json() if answer.content else {}

    return ask


def mistype(token):
    return token[:-1] + ("0" if token[-1] != "0" else "1")


def unknown(chance):
    """A token as Muster makes them, that it has not made."""
    body = "muster_" + "".join(chance.choices(DIGITS, k=43))
    rest, check = zlib.crc32(body.encode()), ""
    for _ in range(6):
        rest, digit = divmod(rest, 62)
        check = DIGITS[digit] + check
    return body + check


class Callers:
    """Who asks: those who prove nothing, those whose clusters are others, and those whose it is."""

    def __init__(self, url, ask, chance):
        self.chance = chance

        def token(role, clusters, **more):
            return ask("POST", "/v1/tokens", {"name": f"{role} on {clusters}", "roles": [role], "clusters": [clusters], **more})

        self.good = {f"{role} elsewhere": token(role, "other-*")["token"] for role in ROLES}
        # Not an admin: what is looked for must not go.
        self.good |= {f"{role} here": token(role, "prod")["token"] for role in ROLES if role != "admin"}
        for good in self.good.values():  # before anybody tries tokens from here
            requests.get(url + "/v1/identity", headers={"Authorization": "Bearer " + good}, timeout=25).raise_for_status()
        revoked = token("admin", "*")
        ask("DELETE", "/v1/tokens/" + revoked["id"])
        expired = token("admin", "*", expires="PT1S")
        time.sleep(1.1)
        self.broken = {
            "nothing": lambda: None,
            "an empty token": lambda: "Bearer ",
            "another scheme": lambda: "Basic cm9vdDpyb290",
            "a mistyped token": lambda: "Bearer " + mistype(self.good["viewer here"]),
            "an unknown token": lambda: "Bearer " + unknown(chance),
            "a revoked token": lambda: "Bearer " + revoked["token"],
            "an expired token": lambda: "Bearer " + expired["token"],
            "an unsigned JWT": lambda: "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJyb290In0.",
        }

    def draw(self, streams):
        """A name, whether it proves something, and the header."""
        if streams or self.chance.random() < 0.5:
            name = self.chance.choice(sorted(self.broken))
            return name, False, self.broken[name]()
        name = self.chance.choice(sorted(self.good))
        return name, True, "Bearer " + self.good[name]


def plant(ask):
    """What only those see whose cluster it is; by the beginning of addresses, what stands for their variables."""
    ask("PATCH", "/v1/clusters/prod", {"labels": {"mark": MARK}})
    node = ask("GET", "/v1/clusters/prod/nodes/node-1")
    ask("POST", "/v1/clusters/prod/nodes", {"id": "node-1", "agent": node["agent"], "role": node["role"], "labels": {"mark": MARK}})
    action = ask("POST", "/v1/clusters/prod/nodes/node-1/actions", {"kind": "test.ping", "metadata": {"mark": MARK}})
    stage = {"name": "all", "targets": {"select": ""}, "steps": [{"name": "ping", "action": "test.ping"}]}
    ask("POST", "/v1/playbooks", {"apiVersion": "muster/v1", "kind": "Playbook", "metadata": {"name": "strange"}, "stages": [stage]})
    run = ask("POST", "/v1/clusters/prod/runs", {"playbook": "strange", "reason": MARK})
    return {
        "/v1/clusters/": {"cluster": "prod", "node": "node-1"},
        "/v1/retention/": {"cluster": "prod"},
        "/v1/actions/": {"id": action["id"]},
        "/v1/runs/": {"id": run["id"]},
        "/v1/playbooks/": {"name": "strange"},
    }


class Judge:
    """Counts, and keeps what is wrong."""

    def __init__(self):
        self.statuses, self.faults, self.refused, self.served, self.seen = Counter(), [], [], [], 0

    def look(self, needs, who, proven, answer):
        self.statuses[answer.status_code] += 1
        ok = answer.status_code < 300
        if ok or answer.status_code in (401, 403, 404, 429):
            (self.served if ok else self.refused).append(answer.elapsed.total_seconds() * 1000)
        self.seen += MARK in answer.text
        for fault in self.wrong(needs, who, proven, answer, ok):
            if len(self.faults) < MOST_FAULTS:
                asked = answer.request
                self.faults.append(
                    f"{who}: {fault}: {asked.method} {asked.url} {asked.body!r:.300}\n    {answer.status_code} {answer.text[:300]}"
                )

    @staticmethod
    def wrong(needs, who, proven, answer, ok):
        if answer.status_code >= 500:
            yield "an error of the server"
        sent = f"{answer.request.url} {answer.request.body!r}"
        if any(trace in answer.text and trace not in sent for trace in TRACES):
            yield "a trace in the answer"
        if not proven and answer.status_code not in UNPROVEN:
            yield "who proves nothing is told more than that"
        if proven and answer.status_code in (401, 429):
            yield "who proves who they are is not believed"
        if answer.status_code == 401 and "WWW-Authenticate" not in answer.headers:
            yield "a refusal that does not say how to prove it"
        if MARK in answer.text and not (proven and who.endswith("here")):
            yield "shows what is in a cluster of others"
        if ok and proven and who.split()[0] not in needs["roles"]:
            yield "served without the role"


def ask_all(url, callers, known, count, seed, judge):
    """Some of each operation, right and wrong ones, round after round until there were so many."""
    schema = schemathesis.openapi.from_url(url + "/v3/api-docs")
    operations = [one.ok() for one in schema.get_all_operations()]
    session = requests.Session()
    while sum(judge.statuses.values()) < count:
        seed += 1
        for operation in operations:
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                there = next((names for path, names in known.items() if operation.path.startswith(path)), {})
                ask_some(url, session, callers, there, operation, mode, seed, judge)


def ask_some(url, session, callers, there, operation, mode, seed, judge):
    raw = operation.definition.raw

    def once(case):
        who, proven, header = callers.draw(raw["operationId"] in STREAMS)
        proven = proven and raw["x-muster-needs"]["roles"] != []  # an agent joins with another proof than theirs
        if callers.chance.random() < 0.5:
            case.path_parameters.update({name: there[name] for name in case.path_parameters if name in there})
        sent = case.as_transport_kwargs(base_url=url)
        sent["headers"] = {name: value for name, value in sent["headers"].items() if name.lower() != "authorization"}
        if header is not None:
            sent["headers"]["Authorization"] = header
        judge.look(raw["x-muster-needs"], who, proven, session.request(**sent, timeout=25))

    run = settings(
        max_examples=A_ROUND, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
    )(seeded(seed)(given(case=operation.as_strategy(mode))(once)))
    try:
        run()
    except Unsatisfiable:
        pass  # there is nothing in it that could be wrong


def p99(times):
    return sorted(times)[int(0.99 * (len(times) - 1))] if times else 0


def main(url, token_file, count, seed):
    ask = root_of(url, token_file)
    judge = Judge()
    began = time.monotonic()
    ask_all(url, Callers(url, ask, random.Random(seed)), plant(ask), count, seed, judge)
    if MARK not in json.dumps(ask("GET", "/v1/clusters/prod")):
        judge.faults.append("the mark is gone from cluster prod: nothing is proven by its absence")
    if judge.seen == 0:
        judge.faults.append("nobody saw the mark, not even those whose cluster it is")
    ratio = p99(judge.refused) / p99(judge.served) if judge.refused and judge.served else float("inf")
    if ratio > 3:
        judge.faults.append(f"the 99th percentile of a refusal is {ratio:.2f} times that of an answer (expected: at most 3)")
    print(
        "strangers: %d requests in %d s; %s; p99 of a refusal %.1f ms, of an answer %.1f ms, ratio %.2f"
        % (
            sum(judge.statuses.values()),
            time.monotonic() - began,
            ", ".join(f"{status}: {number}" for status, number in sorted(judge.statuses.items())),
            p99(judge.refused),
            p99(judge.served),
            ratio,
        )
    )
    for fault in judge.faults:
        print("strangers: " + fault)
    return 1 if judge.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
