"""What is asked of both servers, in this order, and where Muster answers otherwise on purpose."""

import json
import re
import ssl
import urllib.error
import urllib.parse
import urllib.request

API = "/apis/autopilot.k0sproject.io/v1beta2"
KIND = {"apiVersion": "autopilot.k0sproject.io/v1beta2", "kind": "Plan"}
SPEC = {"id": "id1", "timestamp": "now", "commands": []}
COMMANDS = [
    {
        "k0supdate": {
            "version": "v1.36.2+k0s.0",
            "platforms": {"linux-amd64": {"url": "https://127.0.0.1/k0s", "sha256": "a" * 64}},
            "targets": {
                "controllers": {"discovery": {"static": {"nodes": ["controller0"]}}},
                "workers": {"discovery": {"selector": {"labels": "a=b"}}, "limits": {}},
            },
        }
    },
    {
        "airgapupdate": {
            "version": "v1.36.2+k0s.0",
            "platforms": {"linux-amd64": {"url": "https://127.0.0.1/bundle"}},
            "workers": {"discovery": {"selector": {}}, "limits": {"concurrent": 3}},
        }
    },
]


class Difference:
    """A difference on purpose."""

    def __init__(self, step, where, muster, why):
        self.step, self.where, self.muster, self.why = step, where, muster, why

    def holds(self, step, where, muster):
        return bool(
            re.search(self.step, step) and re.search(self.where, where) and re.search(self.muster, muster)
        )

    def __str__(self):
        return f"{self.step} {self.where} {self.muster} ({self.why})"


class Kubectl:
    """A command of kubectl."""

    def __init__(self, arguments, stdin=None, name=None, ignore=None):
        self.arguments = arguments if isinstance(arguments, list) else arguments.split()
        self.stdin = stdin if stdin is None or isinstance(stdin, str) else json.dumps(stdin)
        self.name = name or "kubectl " + " ".join(self.arguments)
        self.ignore = ignore

    def run(self, target):
        code, out, err = target.run(self.arguments, self.stdin)
        if self.ignore:
            out, err = (re.sub(self.ignore, "", text) for text in (out, err))
        return code, out, err


class Request:
    """A request as no kubectl sends it."""

    def __init__(self, method, path, body=None, name=None, headers=None):
        self.method, self.path, self.headers = method, path, dict(headers or {})
        self.body = body if body is None or isinstance(body, str) else json.dumps(body)
        if body is not None:
            self.headers.setdefault("Content-Type", "application/json")
        shown = ",".join(v for k, v in self.headers.items() if v != "application/json")
        self.name = name or f"{method} {path} {shown} {(self.body or '')[:110]}".strip()

    def run(self, target):
        server, context, token = access(target)
        path = self.path
        for version in re.findall(r"<version of (\w+)>", path + (self.body or "")):
            code, out, err = target.run(["get", "plan", version, "-o", "jsonpath={.metadata.resourceVersion}"], None)
            path = path.replace(f"<version of {version}>", out)
        body = self.body
        if body and "<version of " in body:
            for version in re.findall(r"<version of (\w+)>", body):
                code, out, err = target.run(
                    ["get", "plan", version, "-o", "jsonpath={.metadata.resourceVersion}"], None
                )
                body = body.replace(f"<version of {version}>", out)
        request = urllib.request.Request(
            server + path, method=self.method, data=None if body is None else body.encode()
        )
        request.add_header("User-Agent", "compare/1.0")
        request.add_header("Accept", "application/json")
        for name, value in self.headers.items():
            request.add_header(name, value)
        if token:
            request.add_header("Authorization", "Bearer " + token)
        try:
            with urllib.request.urlopen(request, context=context, timeout=30) as answer:
                warnings = answer.headers.get_all("Warning") or []
                return answer.status, answer.read().decode(), "\n".join(warnings)
        except urllib.error.HTTPError as refused:
            return refused.code, refused.read().decode(), ""


def access(target):
    """Address, trust and token of a kubeconfig that is JSON."""
    with open(target.kubeconfig, encoding="utf-8") as file:
        config = json.load(file)
    cluster = config["clusters"][0]["cluster"]
    context = None
    if "certificate-authority" in cluster:
        context = ssl.create_default_context(cafile=cluster["certificate-authority"])
    return cluster["server"], context, config["users"][0]["user"].get("token")


def plan(name, spec=None, **metadata):
    return {**KIND, "metadata": {"name": name, **metadata}, "spec": SPEC if spec is None else spec}


def post(body, query=""):
    return Request("POST", f"{API}/plans{query}", body)


def put(name, body, query=""):
    return Request("PUT", f"{API}/plans/{name}{query}", body)


def patch(name, kind, body, query=""):
    return Request("PATCH", f"{API}/plans/{name}{query}", body, headers={"Content-Type": f"application/{kind}"})


def get(path, **headers):
    return Request("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})


MERGE, JSON, APPLY = "merge-patch+json", "json-patch+json", "apply-patch+yaml"
PLANS = f"{API}/plans"
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io"
PARTIALS = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io"
FULL = plan("full", {**SPEC, "commands": COMMANDS}, labels={"a": "b"}, annotations={"example.com/x": "y"})
BAD = {"id": None, "timestamp": "t", "commands": [
    {"k0supdate": {"version": 1.5, "targets": {"workers": {"limits": {"concurrent": "a"}, "discovery": {"static": {"nodes": [1, True]}}}}}},
    3, None]}

STEPS = [
    # Discovery and documents.
    get(f"{API}"),
    get("/apis/autopilot.k0sproject.io"),
    get("/apis/none.example.com/v1"),
    get(f"{API}/nones"),
    get("/none"),
    Kubectl("explain plan"),
    Kubectl("explain plan.spec"),
    Kubectl("explain plan.spec.commands.k0supdate.targets.workers --recursive"),
    Kubectl("explain plan.status.commands"),
    Kubectl("explain updateconfig.spec.upgradeStrategy"),
    Kubectl("explain controlnode.status.addresses"),
    Kubectl("api-resources --api-group=autopilot.k0sproject.io -o wide"),
    # Nothing is there.
    Kubectl("get plans"),
    Kubectl("get plan none"),
    Kubectl("describe plan none"),
    Kubectl("delete plan none"),
    Kubectl("get plans -o json"),
    # Client-side apply.
    Kubectl("apply -f -", FULL, "apply full"),
    Kubectl("apply -f -", FULL, "apply full again"),
    Kubectl("get plans"),
    Kubectl("get plan full"),
    Kubectl("get plans --no-headers -o name"),
    Kubectl("get plan full -o yaml --show-managed-fields"),
    Kubectl("get plan full -o json"),
    Kubectl("get plans -o wide -l a=b"),
    Kubectl("get plans -l a!=b"),
    Kubectl("get plans --field-selector metadata.name=full -o name"),
    Kubectl("get plans --field-selector metadata.name!=full -o name"),
    Kubectl("get plans --field-selector spec.id=1"),
    Kubectl("describe plan full"),
    Kubectl("diff -f -", FULL, "diff full"),
    Kubectl("apply -f -", plan("full", {**SPEC, "id": "id2"}, labels={"c": "d"}), "apply full changed"),
    Kubectl("get plan full -o json --show-managed-fields"),
    Kubectl("apply --dry-run=server -o json -f -", plan("full", {**SPEC, "id": "id3"}), "apply full tried"),
    Kubectl("get plan full -o jsonpath={.spec.id}"),
    Kubectl("apply -f -", plan("full", {**SPEC, "foo": 1}), "apply an unknown field"),
    Kubectl("apply --validate=warn -f -", plan("full", {**SPEC, "id": "id2", "foo": 1}, labels={"c": "d"}), "apply an unknown field with a warning"),
    Kubectl("apply -f -", plan("wrong", BAD), "apply wrong types"),
    Kubectl("apply -f -", {**KIND, "metadata": {"name": "wrong"}}, "apply without a spec"),
    # Labels and annotations.
    Kubectl("label plan full x=y"),
    Kubectl("label plan full x=z"),
    Kubectl("label --overwrite plan full x=z"),
    Kubectl("annotate plan full example.com/note=some"),
    Kubectl("label plan full x-"),
    Kubectl("get plan full -o json --show-managed-fields"),
    # Patches.
    Kubectl(["patch", "plan", "full", "--type=merge", "-p", '{"spec":{"id":"merged"}}', "-o", "json"]),
    Kubectl(["patch", "plan", "full", "--type=json", "-p", '[{"op":"replace","path":"/spec/id","value":"j"}]', "-o", "json"]),
    Kubectl(["patch", "plan", "full", "--type=strategic", "-p", '{"spec":{"id":"merged"}}']),
    Kubectl(["patch", "plan", "full", "--type=merge", "-p", '{"spec":{"id":null}}']),
    Kubectl(["patch", "plan", "none", "--type=merge", "-p", "{}"]),
    patch("full", MERGE, {"metadata": {"name": "y"}}),
    patch("full", MERGE, {"metadata": {"resourceVersion": "1"}, "spec": {"id": "zz"}}),
    patch("full", MERGE, {"metadata": {"uid": "1"}}),
    patch("full", MERGE, {"kind": "Foo"}),
    patch("full", MERGE, "{"),
    patch("full", MERGE, "[]"),
    patch("full", MERGE, {"spec": {"foo": 1}}),
    patch("full", MERGE, {"spec": {"foo": 1}}, "?fieldValidation=Strict"),
    patch("full", MERGE, {"metadata": {"labels": {"n": 1}}}),
    patch("full", MERGE, "{}", "?force=true"),
    patch("full", MERGE, "{}", "?dryRun=None"),
    patch("full", JSON, [{"op": "replace", "path": "/spec/nope", "value": 1}]),
    patch("full", JSON, [{"op": "remove", "path": "/spec/nope"}]),
    patch("full", JSON, [{"op": "test", "path": "/spec/id", "value": "nope"}]),
    patch("full", JSON, [{"op": "boo", "path": "/spec/id"}]),
    patch("full", JSON, [{"op": "add", "path": "/spec/commands/5", "value": {}}]),
    patch("full", JSON, [{"op": "add", "path": "/metadata/labels", "value": {"new": "one"}}, {"op": "copy", "from": "/spec/id", "path": "/spec/timestamp"}]),
    patch("full", JSON, "{}"),
    patch("full", "json", "{}"),
    patch("full", "strategic-merge-patch+json", "{}"),
    # Server-side apply.
    Kubectl("apply --server-side -f -", plan("ssa", labels={"a": "1", "b": "2"}), "server-side apply"),
    Kubectl("apply --server-side -f -", plan("ssa", labels={"a": "1", "b": "2"}), "server-side apply again"),
    Kubectl("get plan ssa -o json --show-managed-fields"),
    Kubectl("apply --server-side --field-manager=other -f -", plan("ssa", {"id": "theirs"}), "server-side apply by another"),
    Kubectl("apply --server-side --field-manager=other --force-conflicts -f -", plan("ssa", {"id": "theirs"}), "server-side apply by another, forced"),
    Kubectl("get plan ssa -o json --show-managed-fields"),
    Kubectl("apply --server-side -f -", plan("ssa", {"timestamp": "now", "commands": []}, labels={"a": "1"}), "server-side apply of less"),
    Kubectl("get plan ssa -o json --show-managed-fields"),
    Kubectl("apply --server-side -f -", plan("ssa", {"timestamp": "now"}, labels={"a": "1"}), "server-side apply of too little"),
    Kubectl("apply --server-side -f -", plan("ssa", {**SPEC, "foo": 1}), "server-side apply of an unknown field"),
    Kubectl("apply --server-side -f -", plan("ssa", {**SPEC, "id": 1}), "server-side apply of a wrong type"),
    Kubectl("apply --server-side -f -", plan("full", {**SPEC, "id": "over"}, labels={"c": "d"}), "server-side apply over client-side apply"),
    Kubectl("get plan full -o json --show-managed-fields"),
    patch("ssa", APPLY, plan("ssa")),
    patch("ssa", APPLY, plan("ssa", managedFields=[{"manager": "a"}]), "?fieldManager=m1"),
    patch("ssa", APPLY, plan("another"), "?fieldManager=m1"),
    patch("ssa", APPLY, {"metadata": {"name": "ssa"}}, "?fieldManager=m1"),
    patch("ssa", APPLY, plan("ssa", {"id": "m", "timestamp": "u"}), "?fieldManager=m2"),
    patch("ssa", APPLY, plan("ssa", {"id": "m", "timestamp": "u"}), "?fieldManager=m2&force=true"),
    patch("ssa", APPLY, plan("ssa", uid="abc"), "?fieldManager=m2&force=true"),
    patch("fresh", APPLY, plan("fresh", uid="abc"), "?fieldManager=m2"),
    patch("fresh", APPLY, plan("fresh", {"id": "i"}), "?fieldManager=m2"),
    patch("fresh", APPLY, "metadata: {name: fresh, labels: {a: b}}\nspec:\n  id: i\n  timestamp: t\n  commands: []\nkind: Plan\napiVersion: autopilot.k0sproject.io/v1beta2\n", "?fieldManager=m2"),
    patch("fresh", APPLY, "a: [b", "?fieldManager=m2"),
    # Create and update.
    Kubectl("create -f -", plan("made"), "create"),
    Kubectl("create -f -", plan("made"), "create again"),
    Kubectl("create -f -", {**KIND, "metadata": {"generateName": "gen-"}, "spec": SPEC}, "create with a drawn name", ignore=r"gen-\w+"),
    Kubectl("replace -f -", plan("made", {**SPEC, "id": "replaced"}), "replace"),
    Kubectl("get plan made -o json --show-managed-fields"),
    Kubectl("replace -f -", plan("none"), "replace none"),
    post(plan("typed", SPEC, creationTimestamp=None, labels=None, uid="abc", generation=7) | {"status": {"state": "", "commands": None}}),
    post(plan("dup") and '{"apiVersion":"autopilot.k0sproject.io/v1beta2","kind":"Plan","metadata":{"name":"dup","foo":1},"spec":{"id":"i","id":"i","timestamp":"t","foo":1,"commands":[{"bar":1}]}}', "?fieldValidation=Strict"),
    post('{"apiVersion":"autopilot.k0sproject.io/v1beta2","kind":"Plan","metadata":{"name":"dup","foo":1},"spec":{"id":"i","id":"j","timestamp":"t","foo":1,"commands":[]},"baz":1}', "?dryRun=All"),
    post(plan("nulls", {"id": "i", "timestamp": "t", "commands": [{"k0supdate": None}]}), "?dryRun=All"),
    post(plan("nulls", {**SPEC, "commands": [{"airgapupdate": {"version": "v", "platforms": {}, "workers": {"limits": None, "discovery": {"selector": None, "static": {"nodes": None}}}}}]}), "?dryRun=All&fieldManager=someone"),
    post(plan("X_1")),
    post({**KIND, "metadata": {}, "spec": SPEC}),
    post(plan("x3", labels={"a b": "c"})),
    post(plan("x3", labels={"x": "-"}, annotations={"q q": "v"})),
    post(plan("x3", labels={"Example.com/y": ""})),
    post(plan("x3", labels={"/y": ""})),
    post(plan("x3", labels={"y": "y" * 64})),
    post(plan("x3", labels={"y" * 64: ""})),
    post(plan("x3", annotations={"big": "x" * 300000})),
    post(plan("x" * 254)),
    post(plan("x3", labels={"x": 1})),
    post({**plan("x3"), "apiVersion": "v1"}),
    post({**plan("x3"), "kind": "Plam"}),
    post({"metadata": {"name": "x3"}, "spec": SPEC}),
    post("{bad"),
    post("[]"),
    post(plan("x4", resourceVersion="1")),
    post(plan("x2"), "?fieldValidation=Foo"),
    post(plan("x2"), "?dryRun=Foo"),
    post(plan("x2"), "?fieldManager=" + "a" * 200),
    Request("POST", PLANS, "x", headers={"Content-Type": "text/plain"}),
    Request("POST", PLANS, "apiVersion: autopilot.k0sproject.io/v1beta2\nkind: Plan\nmetadata: {name: yaml}\nspec: {id: a, timestamp: '1', commands: []}\n", headers={"Content-Type": "application/yaml"}),
    put("x4", plan("made")),
    put("none", plan("none")),
    put("made", plan("made")),
    put("made", plan("made", resourceVersion="5")),
    put("made", plan("made", resourceVersion="<version of made>", uid="z")),
    put("made", plan("made", {**SPEC, "id": "put"}, resourceVersion="<version of made>")),
    put("made", plan("made", {**SPEC, "id": "put"}, resourceVersion="<version of made>", managedFields=[{}])),
    put("made", plan("made", {**SPEC, "id": "put2"}, resourceVersion="<version of made>")),
    Kubectl("apply --server-side --field-manager=late -f -", plan("made", {**SPEC, "id": "put3"}), "server-side apply to what nobody owned"),
    Kubectl("get plan made -o json --show-managed-fields"),
    # Status.
    Kubectl("get plan made --subresource=status -o json"),
    patch("made/status", MERGE, "{}"),
    patch("none/status", MERGE, "{}"),
    Request("POST", f"{PLANS}/made/status", plan("made")),
    Request("DELETE", f"{PLANS}/made/status"),
    # Lists, tables and parts.
    get(PLANS, Accept=TABLE),
    get(f"{PLANS}?includeObject=None&limit=500", Accept=TABLE),
    get(f"{PLANS}/made?includeObject=Object", Accept=TABLE),
    get(PLANS, Accept=PARTIALS),
    get(f"{PLANS}/made", Accept=PARTIAL),
    get(f"{API}/controlnodes", Accept=TABLE),
    get(f"{API}/updateconfigs", Accept=TABLE),
    get(PLANS, Accept="application/xml"),
    get(f"{PLANS}?labelSelector=a%3D%3D%3D"),
    get(f"{PLANS}?labelSelector=c%20in%20(d,e),!q"),
    get(f"{PLANS}?fieldSelector=spec.id%3Dx"),
    get(f"{PLANS}?limit=abc"),
    get(f"{PLANS}?continue=abc"),
    get(f"{PLANS}?resourceVersion=abc"),
    get(f"{PLANS}?resourceVersion=0"),
    get(f"{PLANS}?resourceVersion=99999999999999999"),
    get(f"{PLANS}?resourceVersionMatch=Exact"),
    get(f"{PLANS}?resourceVersionMatch=Foo&resourceVersion=1"),
    get(f"{PLANS}?resourceVersionMatch=Exact&resourceVersion=0"),
    get(f"{PLANS}?resourceVersionMatch=Exact&resourceVersion=1"),
    get(f"{PLANS}?resourceVersionMatch=NotOlderThan&resourceVersion=1"),
    get(f"{PLANS}?sendInitialEvents=true"),
    # Watches.
    get(f"{PLANS}?watch=1&timeoutSeconds=1"),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&allowWatchBookmarks=true&labelSelector=a%3Db"),
    get(f"{PLANS}?watch=1&timeoutSeconds=1", Accept=TABLE),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&allowWatchBookmarks=true", Accept=PARTIAL),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&fieldSelector=metadata.name%3Dmade"),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&allowWatchBookmarks=true&sendInitialEvents=false&resourceVersionMatch=NotOlderThan"),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&resourceVersion=<version of made>"),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&resourceVersion=<version of full>"),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&resourceVersion=1"),
    get(f"{PLANS}?watch=1&timeoutSeconds=1&resourceVersion=abc"),
    get(f"{PLANS}?watch=1&sendInitialEvents=true"),
    get(f"{PLANS}?watch=1&resourceVersionMatch=NotOlderThan"),
    get(f"{PLANS}?watch=1&resourceVersionMatch=Exact&resourceVersion=1"),
    # Other verbs.
    Request("PUT", PLANS, plan("x")),
    Request("PATCH", PLANS, "{}", headers={"Content-Type": "application/merge-patch+json"}),
    # Deletions.
    Request("DELETE", f"{PLANS}/made", {"kind": "DeleteOptions", "apiVersion": "v1", "preconditions": {"uid": "abc"}}),
    Request("DELETE", f"{PLANS}/made", {"kind": "DeleteOptions", "apiVersion": "v1", "preconditions": {"resourceVersion": "1"}}),
    Request("DELETE", f"{PLANS}/made", {"propagationPolicy": "Foo"}),
    Request("DELETE", f"{PLANS}/made", "{"),
    Request("DELETE", f"{PLANS}/made?dryRun=All"),
    Request("DELETE", f"{PLANS}/made", {"propagationPolicy": "Background"}),
    Kubectl("delete plan full --wait=true"),
    Kubectl("delete plans -l a=1"),
    Request("DELETE", f"{PLANS}?labelSelector=q%3Dw"),
    Kubectl("wait --for=delete plan/full --timeout=5s"),
    Kubectl("wait --for=jsonpath={.spec.id}=theirs plan/ssa --timeout=2s"),
    Kubectl("wait --for=jsonpath={.spec.id}=never plan/yaml --timeout=1s"),
    Request("DELETE", PLANS),
    Kubectl("get plans"),
    # Update configurations.
    Kubectl("apply -f -", {**KIND, "kind": "UpdateConfig", "metadata": {"name": "uc"}, "spec": {"upgradeStrategy": {"type": "foo"}}}, "apply a wrong update configuration"),
]

PARSERS = "each server's parser has its own words for where a text is wrong"
LIMITS = "Muster answers in JSON alone, and takes JSON and YAML"

DIFFERENCES = [
    Difference(rf"^GET {API}$", r"storageVersionHash", "-", "nothing is stored in versions that could change"),
    Difference(rf"^GET {API}$", r"resources\[[01]\]\.verbs", "", "control nodes are made of Muster's nodes, and nobody writes them"),
    Difference(r"^kubectl api-resources", r"line 2", r"controlnodes .* get,list,watch", "as above"),
    Difference(r"^kubectl explain plan$", r"line (10|11|12|13|14|15|16|17|18|19|20|21|22|23|24|25|26|27|28|29|30|31)", "", "what every kind has is explained in Muster's own words"),
    Difference(r"apply-patch\+yaml a: \[b|\{bad$|\[\]$", r"out\.message", r"", PARSERS),
    Difference(r"labelSelector=a%3D%3D%3D", r"out\.message", "unable to parse requirement: ", PARSERS),
    Difference(r"continue=abc", r"out\.message", "Muster answers lists whole", "lists are answered whole, so there is nothing to continue"),
    Difference(r"text/plain|application/xml", r"out\.message", "accepted", LIMITS),
    Difference(r"^POST .*nulls", r"exit|out", r"", "a command that does nothing is not admitted"),
    Difference(r"^PUT .*made", r"out\.message", r"Precondition failed: UID in precondition: z", "Muster says nothing of where it stores"),
]
