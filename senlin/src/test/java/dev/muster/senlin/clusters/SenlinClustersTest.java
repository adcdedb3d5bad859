package dev.muster.senlin.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http.Answer;
import dev.muster.senlin.fixture.Facade;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Clusters and their members as Senlin's client sees them, and what becomes of what it asks. */
final class SenlinClustersTest {

  private final Facade senlin = Facade.open();

  @Test
  void aClusterHasEveryFieldThatSenlinsHas() {
    JsonNode cluster = senlin.got("/clusters/" + Facade.cluster()).path("cluster");
    assertThat(cluster.propertyNames())
        .containsExactlyInAnyOrder(
            "id",
            "name",
            "profile_id",
            "profile_name",
            "user",
            "project",
            "domain",
            "init_at",
            "created_at",
            "updated_at",
            "min_size",
            "max_size",
            "desired_capacity",
            "timeout",
            "status",
            "status_reason",
            "config",
            "metadata",
            "data",
            "nodes",
            "policies",
            "dependents");
    assertThat(cluster.path("status").asString()).isEqualTo("ACTIVE");
    assertThat(cluster.path("max_size").asInt()).isEqualTo(-1);
    assertThat(cluster.path("nodes")).hasSize(1);
  }

  @Test
  void aMemberHasItsClusterAndANodeThatIsNoneIsAnOrphan() {
    String cluster = Facade.cluster();
    String id = senlin.got("/clusters/" + cluster).path("cluster").path("id").asString();
    JsonNode members = senlin.got("/nodes?cluster_id=" + cluster).path("nodes");
    assertThat(members).hasSize(1);
    JsonNode member = members.get(0);
    assertThat(member.path("name").asString()).isEqualTo("node-1");
    assertThat(member.path("cluster_id").asString()).isEqualTo(id);
    assertThat(member.path("physical_id").asString()).isEqualTo("vm-7");
    assertThat(member.path("index").asInt()).isEqualTo(1);
    String memberId = member.path("id").asString();
    assertThat(senlin.got("/nodes/" + memberId + "?show_details=True").path("node").path("details"))
        .hasToString(
            "{\"cluster\":\"%s\",\"agent\":\"http://127.0.0.1:9001\",\"physical\":{\"id\":\"vm-7\"},\"provider\":\"p1\"}"
                .formatted(cluster));
    JsonNode orphan =
        senlin.got("/nodes?name=node-2").path("nodes").valueStream().findFirst().orElseThrow();
    assertThat(orphan.path("cluster_id").asString()).isEmpty();
    assertThat(orphan.path("index").asInt()).isEqualTo(-1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"scale_out": {"count": "2"}} | cluster.scale-out | {"count":2}
          {"scale_in": {"count": null}} | cluster.scale-in | {}
          {"resize": {"adjustment_type": "EXACT_CAPACITY", "number": 3, "strict": false}} | cluster.resize | {"number":3.0,"strict":false,"adjustmentType":"EXACT_CAPACITY"}
          {"check": {}} | cluster.check | {}
          {"recover": {"check": "true", "operation": "REBUILD"}} | cluster.recover | {"check":true,"operation":"REBUILD"}
          {"add_nodes": {"nodes": ["%s"]}} | cluster.add-nodes | {"nodes":["node-2"]}
          {"del_nodes": {"nodes": ["node-1"], "destroy_after_deletion": true}} | cluster.del-nodes | {"nodes":["node-1"],"destroy":true}
          {"replace_nodes": {"nodes": {"node-1": "%s"}}} | cluster.replace-nodes | {"nodes":{"node-1":"node-2"}}
          """)
  void whatIsAskedOfAClusterIsAnActionOnIt(String body, String kind, String args) {
    String cluster = Facade.cluster();
    String orphan =
        dev.muster.records.members.NodeDirectory.idOf(
                new dev.muster.domain.cluster.ClusterName(cluster),
                new dev.muster.domain.cluster.NodeId("node-2"))
            .toString();
    // Other clusters have nodes of the same name.
    String sent =
        body.replace("%s", orphan)
            .replace(
                "\"node-1\"",
                "\"%s\""
                    .formatted(
                        senlin
                            .got("/nodes?cluster_id=" + cluster)
                            .path("nodes")
                            .get(0)
                            .path("id")
                            .asString()));
    String action = Facade.accepted(senlin.post("/clusters/%s/actions".formatted(cluster), sent));

    JsonNode made = Facade.api().http().get("/v1/actions/" + action).json();
    assertThat(made.path("kind").asString()).isEqualTo(kind);
    assertThat(made.path("args"))
        .isEqualTo(dev.muster.domain.protocol.WireFormat.JSON.readTree(args));
    assertThat(made.path("cluster").asString()).isEqualTo(cluster);
    assertThat(made.has("node")).isFalse();
    assertThat(made.path("requester").asString()).isEqualTo("anonymous");
  }

  @Test
  void aClusterIsMadeWithTheProfileAndTheSizesThatWereAsked() {
    Facade.cluster();
    String name = "made-" + System.nanoTime();
    Answer answer =
        senlin.post(
            "/clusters",
            """
            {"cluster": {"name": "%s", "profile_id": "used", "min_size": "1", "max_size": 4,
              "desired_capacity": 2, "timeout": 60, "metadata": {"team": "db"}, "config": {}}}
            """
                .formatted(name));
    String action = Facade.accepted(answer);
    assertThat(answer.json().path("cluster").path("name").asString()).isEqualTo(name);
    JsonNode made = Facade.api().http().get("/v1/actions/" + action).json();
    assertThat(made.path("args").toString())
        .contains("\"profile\":\"used\"", "\"minSize\":1", "\"maxSize\":4", "\"desired\":2");
    assertThat(made.path("timeout").asString()).isEqualTo("PT1M");
    JsonNode cluster = senlin.got("/clusters/" + name).path("cluster");
    assertThat(cluster.path("metadata").toString()).isEqualTo("{\"team\":\"db\"}");
    assertThat(cluster.path("status").asString()).isEqualTo("INIT");
    assertThat(senlin.got("/clusters?name=" + name).path("clusters")).hasSize(1);
  }

  @Test
  void aClusterWhoseMembersWereDeletedIsGoneAndMayBeMadeAgain() {
    String cluster = Facade.cluster();
    Facade.accepted(senlin.delete("/clusters/" + cluster));
    assertThat(senlin.get("/clusters/" + cluster).status()).isEqualTo(200);
    Facade.api()
        .database()
        .sql(
            """
            update actions set state = 'DONE', finished_at = now() where cluster = '%1$s';
            delete from members where cluster = '%1$s';
            update clusters set profile = null, profile_version = null where name = '%1$s'
            """
                .formatted(cluster));
    assertThat(senlin.get("/clusters/" + cluster).status()).isEqualTo(404);
    assertThat(senlin.got("/clusters?name=" + cluster).path("clusters")).isEmpty();
    Facade.accepted(
        senlin.post(
            "/clusters",
            "{\"cluster\": {\"name\": \"%s\", \"profile_id\": \"used\"}}".formatted(cluster)));
    assertThat(senlin.get("/clusters/" + cluster).status()).isEqualTo(200);
  }

  @Test
  void aPolicyIsAttachedAtOnceAndShownAsAnActionThatIsOver() {
    String cluster = Facade.cluster();
    String policy = "p-" + System.nanoTime();
    Answer made =
        senlin.post(
            "/policies",
            """
            {"policy": {"name": "%s", "spec": {"type": "senlin.policy.deletion", "version": "1.0",
              "properties": {"criteria": "OLDEST_FIRST"}}}}
            """
                .formatted(policy));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    String actions = "/clusters/%s/actions".formatted(cluster);
    String attached =
        Facade.accepted(
            senlin.post(actions, "{\"policy_attach\": {\"policy_id\": \"%s\"}}".formatted(policy)));
    JsonNode shown = senlin.got("/actions/" + attached).path("action");
    assertThat(shown.path("action").asString()).isEqualTo("CLUSTER_ATTACH_POLICY");
    assertThat(shown.path("status").asString()).isEqualTo("SUCCEEDED");
    JsonNode binding =
        senlin.got("/clusters/%s/policies".formatted(cluster)).path("cluster_policies").get(0);
    assertThat(binding.path("policy_name").asString()).isEqualTo(policy);
    assertThat(binding.path("enabled").asBoolean()).isTrue();
    assertThat(binding.path("policy_type").asString()).isEqualTo("senlin.policy.deletion-1.0");
    Facade.accepted(
        senlin.post(
            actions,
            "{\"policy_update\": {\"policy_id\": \"%s\", \"enabled\": false}}".formatted(policy)));
    assertThat(
            senlin
                .got("/clusters/%s/policies/%s".formatted(cluster, policy))
                .path("cluster_policy")
                .path("enabled")
                .asBoolean())
        .isFalse();
    assertThat(senlin.delete("/policies/" + policy).status()).isEqualTo(409);
    Facade.accepted(
        senlin.post(actions, "{\"policy_detach\": {\"policy_id\": \"%s\"}}".formatted(policy)));
    assertThat(senlin.delete("/policies/" + policy).status()).isEqualTo(204);
  }

  @Test
  void whatMusterDoesNotHaveIsSaidAndNothingIsDone() {
    String cluster = Facade.cluster();
    for (Answer answer :
        List.of(
            senlin.post("/clusters/%s/ops".formatted(cluster), "{\"reboot\": {}}"),
            senlin.get("/clusters/%s/attrs/details.x".formatted(cluster)),
            senlin.post("/nodes", "{\"node\": {}}"),
            senlin.post("/actions", "{}"),
            senlin.send("PATCH", "/clusters/" + cluster, "{\"cluster\": {\"name\": \"other\"}}"))) {
      assertThat(answer.status()).as(answer.text()).isEqualTo(501);
      assertThat(answer.json().path("error").path("message").asString()).isNotBlank();
    }
    assertThat(senlin.got("/actions?cluster_id=" + cluster).path("actions")).isEmpty();
  }

  @Test
  void whatIsNotUnderstoodIsRefusedWithThePlace() {
    String actions = "/clusters/%s/actions".formatted(Facade.cluster());
    Stream.of(
            List.of(
                "{\"scale_out\": {\"count\": \"two\"}}",
                "count: \"two\" (expected: a whole number)"),
            List.of("{\"scale_out\": {\"cuont\": 1}}", "cuont: unknown (expected: count)"),
            List.of("{\"scale_out\": {}, \"check\": {}}", "2 actions in one request"),
            List.of("{\"dance\": {}}", "Unrecognized action 'dance'"),
            List.of("{\"add_nodes\": {\"nodes\": []}}", "a list with at least one text"),
            List.of("[]", "body: not an object"))
        .forEach(one -> {
          Answer answer = senlin.post(actions, one.getFirst());
          assertThat(answer.status()).as(answer.text()).isEqualTo(400);
          assertThat(answer.json().path("error").path("message").asString())
              .contains(one.getLast());
        });
  }
}
