package dev.muster.api.golden;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * The answers as docs/api.md describes them, whole. {@code -Dmuster.golden.write=true} writes the
 * files anew.
 */
final class ShapesTest {

  private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
  private static final Pattern ID =
      Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
  private static final Pattern TIME =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z");
  private static final Pattern NUMBER = Pattern.compile("(\"number\" :) \\d+");
  private static final Pattern VERSION = Pattern.compile("(\"resourceVersion\" :) \"\\d+\"");
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void clustersAndNodes() throws IOException {
    String cluster = api.cluster(1);
    see(cluster, "node-1");

    compare("cluster", cluster, http.get("/v1/clusters/" + cluster));
    compare("node", cluster, http.get("/v1/clusters/" + cluster + "/nodes/node-1"));
  }

  @Test
  void credentialsAndJoinTokens() throws IOException {
    String cluster = api.cluster(1);
    String nodes = "/v1/clusters/" + cluster + "/nodes";
    http.postAs("ada", nodes + "/node-1/credentials", "{\"token\":\"s3cret\"}");
    api.database()
        .sql(
            """
            update agent_credentials set certificate = repeat('0f', 32), rotation_asked_at = now(),
              rotation_asked_by = 'ada', rotation_error = 'no answer' where cluster = '%s'
            """
                .formatted(cluster));
    compare("node-trust", cluster, http.get(nodes + "/node-1"));
    compare("node-trust-revoked", cluster, http.delete(nodes + "/node-1/credentials"));

    String tokens = "/v1/clusters/" + cluster + "/agent-tokens";
    http.postAs("ada", tokens, "{\"labels\":{\"zone\":\"a\"},\"expires\":\"PT2H\",\"uses\":3}");
    compare("join-tokens", cluster, http.get(tokens));
  }

  @Test
  void actions() throws IOException {
    String cluster = api.cluster(1);
    String path = "/v1/clusters/" + cluster + "/nodes/node-1/actions";
    String waiting =
        http.postAs(
                "ada",
                path,
                """
                {"kind":"exec.command","args":{"argv":["/bin/true"]},"metadata":{"why":"test"},
                 "timeout":"PT1M30S"}
                """)
            .json()
            .path("id")
            .asString();
    api.database()
        .sql(
            """
            update actions set wait_code = 'NODE_NOT_UP', wait_text = 'node-1 is UNKNOWN',
              wait_details = '{"node":"node-1"}' where id = '%s'
            """
                .formatted(waiting));
    compare("action-waiting", cluster, http.get("/v1/actions/" + waiting));

    api.database()
        .sql(
            """
            update actions set state = 'FAILED', pushed_at = now(), received_at = now(),
              started_at = now(), finished_at = now(), exit_code = 3, payload = '{"x":1}',
              error = '{"message":"it broke","causes":["a bolt"]}' where id = '%s'
            """
                .formatted(waiting));
    compare("action-failed", cluster, http.get("/v1/actions/" + waiting));
    compare("actions", cluster, http.get("/v1/actions?cluster=" + cluster));
  }

  @Test
  void actionsOnClusters() throws IOException {
    String cluster = api.cluster(1);
    String check =
        http.postAs(
                "ada",
                "/v1/clusters/" + cluster + "/actions",
                "{\"kind\":\"cluster.check\",\"args\":{\"kind\":\"agent.version\"},\"timeout\":\"PT10M\"}")
            .json()
            .path("id")
            .asString();
    api.database()
        .sql(
            """
            update actions set state = 'RUNNING', started_at = now(), wait_code = 'CHILDREN',
              wait_text = 'waits for 1 action that it derived', wait_details = '{"unfinished":"1"}'
              where id = '%1$s';
            insert into actions (id, cluster, node, kind, args, state, origin, requester, parent,
              created_at)
            values (gen_random_uuid(), '%2$s', 'node-1', 'agent.version', '{}', 'PENDING_SCHEDULE',
              'derived', 'ada', '%1$s', now())
            """
                .formatted(check, cluster));
    compare("action-on-cluster", cluster, http.get("/v1/actions/" + check));
    compare("actions-derived", cluster, http.get("/v1/actions?parent=" + check));
  }

  @Test
  void plansAndRuns() throws IOException {
    String cluster = api.cluster(2);
    String body =
        """
        {"playbook":"rolling-restart","params":{"service":"web"},"reason":"CVE","ticket":"OPS-1"}
        """;
    compare(
        "plan",
        cluster,
        http.post(
            "/v1/clusters/" + cluster + "/plan",
            "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}"));
    Http.Answer started = http.postAs("ada", "/v1/clusters/" + cluster + "/runs", body);
    compare("run-new", cluster, started);

    String run = started.json().path("id").asString();
    work(cluster, run);
    compare("run-working", cluster, http.get("/v1/runs/" + run));
    compare("runs", cluster, http.get("/v1/runs?cluster=" + cluster));
    compare("audit", cluster, http.get("/v1/audit?run=" + run));
  }

  @Test
  void policies() throws IOException {
    String cluster = api.cluster(0);
    String yaml =
        """
        apiVersion: muster/v1
        kind: Policy
        metadata: {name: golden, description: one at a time}
        spec:
          type: scaling
          properties: {event: CLUSTER_SCALE_IN}
        """;
    http.postYaml("/v1/policies", yaml);

    compare("policy", "no cluster", http.get("/v1/policies/golden"));
    compare(
        "policy-findings",
        "no cluster",
        http.postYaml("/v1/policies/check", yaml.replace("SCALE_IN", "SCALE")));

    String bindings = "/v1/clusters/" + cluster + "/policies";
    http.post(bindings, "{\"policy\":\"golden\",\"enabled\":false}");
    api.database()
        .sql("update policy_bindings set last_op = now() where cluster = '%s'".formatted(cluster));
    compare("binding", cluster, http.get(bindings + "/golden"));
  }

  @Test
  void playbooks() throws IOException {
    String yaml =
        """
        apiVersion: muster/v1
        kind: Playbook
        metadata: {name: golden, description: for a test}
        stages: [{name: all, targets: {select: ""}, steps: [{name: ping, action: test.ping}]}]
        """;
    http.postYaml("/v1/playbooks", yaml);

    compare("playbook", "no cluster", http.get("/v1/playbooks/golden"));
    compare("playbook-versions", "no cluster", http.get("/v1/playbooks/golden/versions"));
    compare(
        "playbook-findings",
        "no cluster",
        http.postYaml("/v1/playbooks/check", yaml.replace("all", "A!")));
  }

  @Test
  void cycles() throws IOException {
    String cluster = api.cluster(0);
    api.database()
        .sql(
            """
            insert into cycle_reports (cluster, epoch, cycle, trigger, started_at, duration_us, report)
            values ('%s', 1, 2, 'NUDGE', now(), 12345, '{"synced":5,"unreachable":1,"changed":2,
              "started":1,"waiting":3,"unfinished":4,"notes":["node-2: no answer"]}')
            """
                .formatted(cluster));

    compare("cycles", cluster, http.get("/v1/clusters/" + cluster + "/cycles"));
  }

  @Test
  void membersAndWhatTheyAreMadeFrom() throws IOException {
    String cluster = api.cluster(1);
    compare(
        "profile",
        cluster,
        http.postYaml(
            "/v1/profiles",
            """
            {apiVersion: muster/v1, kind: Profile, name: shaped, providers: {labels: {provider: "yes"}},
             kinds: {create: external.make}, timeouts: {create: PT5M}, spec: {disk: 1}}
            """));
    api.database()
        .sql(
            """
            update clusters set min_size = 1, max_size = 3, desired_size = 2, next_index = 2,
              profile = 'shaped', profile_version = 1 where name = '%s';
            insert into members (cluster, node, index, provider, state, reason, profile,
              profile_version, profile_since, physical, address, data, in_hand, created_at)
            values ('%s', 'node-1', 1, 'p1', 'ERROR', 'no quota', 'shaped', 1, now(), '{"id": 7}',
              'http://10.0.0.1:80', '{"placement": {"zone": "a"}}', gen_random_uuid(), now())
            """
                .formatted(cluster, cluster));
    compare("members", cluster, http.get("/v1/clusters/" + cluster + "/members"));
    compare("sizes", cluster, http.get("/v1/clusters/" + cluster + "/sizes"));
  }

  private void see(String cluster, String node) {
    api.database()
        .sql(
            """
            update nodes set status = 'UNREACHABLE', status_reason = 'no answer', seen_at = now(),
              platform = 'linux-amd64', agent_version = '0.1.0', kinds = '{check.http,test.ping}',
              attributes = '{"role":"primary"}', last_error = 'connection refused',
              error_since = now(), error_cycles = 3 where cluster = '%s' and id = '%s'
            """
                .formatted(cluster, node));
  }

  /** The canary runs its first step, and waits. */
  private void work(String cluster, String run) {
    api.database()
        .sql(
            """
            update runs set state = 'Schedulable', state_reason = 'stage canary', started_at = now()
            where id = '%s';
            update run_stages set state = 'Schedulable', opened_at = now()
            where run = '%s' and stage = 0;
            update stage_nodes set state = 'RUNNING', started_at = now()
            where run = '%s' and stage = 0;
            insert into actions (id, cluster, node, kind, args, state, origin, requester, run, stage,
              step, step_index, created_at, wait_code, wait_text)
            values (gen_random_uuid(), '%s', 'node-1', 'service.restart', '{}', 'PENDING_SCHEDULE',
              'core', 'ada', '%s', 0, 'restart', 0, now(), 'NODE_BUSY', 'node-1 is busy')
            """
                .formatted(run, run, run, cluster, run));
  }

  static void compare(String name, String cluster, Http.Answer answer) throws IOException {
    assertThat(answer.status()).as(answer.text()).isIn(200, 201);
    JsonNode json = answer.json();
    String pretty =
        WireFormat.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json) + "\n";
    String plain = pretty.replace(cluster, "CLUSTER");
    plain = ID.matcher(plain).replaceAll("ID");
    plain = HASH.matcher(plain).replaceAll("HASH");
    plain = TIME.matcher(plain).replaceAll("TIME");
    plain = NUMBER.matcher(plain).replaceAll("$1 0");
    plain = VERSION.matcher(plain).replaceAll("$1 \"0\"");
    Path file = GOLDEN.resolve(name + ".json");
    if (Boolean.getBoolean("muster.golden.write")) {
      Files.writeString(file, plain);
    }
    assertThat(plain).isEqualTo(Files.readString(file));
  }
}
