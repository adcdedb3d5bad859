"""Gives the same commands to kubectl, and the same requests, against Muster and against a real kube-apiserver that has the same
definitions, and compares what comes back: exit code, each line, each field. What differs on purpose is named in DIFFERENCES with its
reason; one that is not met any more is a failure too.

    compare.py --kubectl PROGRAM --real KUBECONFIG --muster KUBECONFIG --folder DIR
"""

import argparse
import json
import os
import re
import subprocess
import sys
import time

import steps

# Where Muster answers otherwise than a real server, on purpose: step, what of the answer, and why.
DIFFERENCES = steps.DIFFERENCES

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


class Target:
    """One of the two servers, as kubectl knows it."""

    def __init__(self, name, kubectl, kubeconfig, folder):
        self.name = name
        self.kubectl = kubectl
        self.kubeconfig = kubeconfig
        self.cache = os.path.join(folder, "cache-" + name)
        self.versions = []

    def run(self, arguments, stdin, seconds=40):
        command = [self.kubectl, "--kubeconfig", self.kubeconfig, "--cache-dir", self.cache, *arguments]
        try:
            done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=seconds)
            return done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            return "timeout", str(late.stdout), str(late.stderr)


def plain(text):
    """Without what no two servers have in common."""
    text = UUID.sub("<uid>", text)
    text = TIME.sub("<time>", text)
    text = re.sub(r'(resourceVersion\\*"?: ?\\*"?)\d+', r"\1<version>", text)
    text = re.sub(r"(Resource Version:\s+)\d+", r"\1<version>", text)
    text = re.sub(r"(Time|Creation Timestamp):(\s+)<time>", r"\1:\2<time>", text)
    text = re.sub(r"\b\d+(s|m|m\d+s)(?=\s*$)", "<age>", text, flags=re.M)
    text = re.sub(r'"\d+(s|m|m\d+s)"', '"<age>"', text)
    text = re.sub(r"(resource version: )\d+( \(\d+\))?", r"\1<version>", text)
    text = re.sub(r"(precondition \(|record \()\d+\)", r"\1<version>)", text)
    text = re.sub(r"(resource version: <version>, current: )\d+", r"\1<version>", text)
    text = re.sub(r"(gen-)[a-z0-9]{5}\b", r"\1<drawn>", text)
    text = re.sub(r"https?://127\.0\.0\.1:\d+(/k8s/clusters/[-a-z0-9]+)?", "<server>", text)
    return text


def documents(text):
    """JSON documents one after the other; nothing if it is something else."""
    decoder, at, found = json.JSONDecoder(), 0, []
    text = text.strip()
    try:
        while at < len(text):
            document, end = decoder.raw_decode(text, at)
            found.append(document)
            at = end + len(text[end:]) - len(text[end:].lstrip())
        return found if found and all(isinstance(one, dict) for one in found) else None
    except ValueError:
        return None


def ordered(value):
    """Lists whose order means nothing, or follows from the second in which something was: of kinds, of owners, of conflicts."""
    if isinstance(value, list):
        return [ordered(one) for one in value]
    if not isinstance(value, dict):
        return value
    value = {name: ordered(one) for name, one in value.items()}
    for name, keys in (("resources", ["name"]), ("managedFields", ["operation", "manager", "subresource"]), ("causes", ["message", "field"])):
        if isinstance(value.get(name), list):
            value[name] = sorted(value[name], key=lambda one: [str(one.get(key)) for key in keys])
    return value


def fields(json_value, path=""):
    """Every leaf, by its path."""
    if isinstance(json_value, dict) and json_value:
        for name, value in json_value.items():
            yield from fields(value, path + "." + name)
    elif isinstance(json_value, list) and json_value:
        for index, value in enumerate(json_value):
            yield from fields(value, f"{path}[{index}]")
    else:
        yield path, json.dumps(json_value)


def indexed(trees):
    return fields([ordered(one) for one in trees]) if len(trees) > 1 else fields(ordered(trees[0]))


def differences(real, muster):
    """Each place where two answers differ."""
    found = []
    if real[0] != muster[0]:
        found.append(("exit", str(real[0]), str(muster[0])))
    for what, one, other in (("out", real[1], muster[1]), ("err", real[2], muster[2])):
        trees = documents(plain(one)), documents(plain(other))
        if trees[0] is not None and trees[1] is not None:
            left, right = dict(indexed(trees[0])), dict(indexed(trees[1]))
            for path in sorted(set(left) | set(right)):
                if left.get(path) != right.get(path):
                    found.append((what + path, left.get(path, "-"), right.get(path, "-")))
        elif plain(one) != plain(other):
            lines = plain(one).splitlines(), plain(other).splitlines()
            for index in range(max(map(len, lines))):
                pair = [side[index] if index < len(side) else "-" for side in lines]
                if pair[0] != pair[1]:
                    found.append((f"{what} line {index + 1}", *pair))
    return found


def main():
    parser = argparse.ArgumentParser()
    for name in ("kubectl", "real", "muster", "folder"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--only")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    real = Target("real", options.kubectl, options.real, options.folder)
    muster = Target("muster", options.kubectl, options.muster, options.folder)
    used, failed, begun = set(), 0, time.time()
    for step in steps.STEPS:
        if options.only and not re.search(options.only, step.name):
            continue
        answers = [step.run(target) for target in (real, muster)]
        if options.show:
            for answer in answers:
                print("----", step.name, answer)
        for where, one, other in differences(*answers):
            named = [d for d in DIFFERENCES if d.holds(step.name, where, other)]
            used.update(named)
            if not named:
                failed += 1
                print(f"{step.name}: {where}\n    real    {one}\n    Muster  {other}")
    if not options.only:
        for unused in [d for d in DIFFERENCES if d not in used]:
            failed += 1
            print(f"no step shows this difference any more: {unused}")
    print(f"{len(steps.STEPS)} steps, {len(used)} differences on purpose, {failed} others, {time.time() - begun:.0f} s")
    sys.exit(1 if failed else 0)


main()
