package dev.muster.api.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.ActionScript;
import dev.muster.api.fixture.FakeEngine;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** Actions whose target is a cluster. */
class ClusterActionsTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void anActionOnAClusterHasNoNodeAndIsMadeOnce() {
    String path = "/v1/clusters/" + api.cluster(1) + "/actions";
    String body = "{\"id\":\"%s\",\"kind\":\"cluster.check\"}".formatted(UUID.randomUUID());

    Http.Answer made = http.postAs("ada", path, body);
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().has("node")).isFalse();
    assertThat(made.json().path("kind").asString()).isEqualTo("cluster.check");
    assertThat(made.json().path("state").asString()).isEqualTo("PENDING_SCHEDULE");
    assertThat(made.json().path("requester").asString()).isEqualTo("ada");

    assertThat(http.postAs("ada", path, body).status()).isEqualTo(200);
    Http.Answer other = http.postAs("ada", path, body.replace("}", ",\"timeout\":\"PT5M\"}"));
    assertThat(other.problem()).isEqualTo("conflict");
  }

  @Test
  void whatItDerivedIsFoundByItsParent() {
    String cluster = api.cluster(1);
    String parent =
        http.post("/v1/clusters/" + cluster + "/actions", "{\"kind\":\"cluster.check\"}")
            .json()
            .path("id")
            .asString();
    String child =
        http.post("/v1/clusters/" + cluster + "/nodes/node-1/actions", "{\"kind\":\"test.ping\"}")
            .json()
            .path("id")
            .asString();
    api.database()
        .sql(
            "update actions set parent = '%s', best_effort = true, origin = 'derived' where id = '%s'"
                .formatted(parent, child));

    JsonNode items = http.get("/v1/actions?parent=" + parent).json().path("items");

    assertThat(items).hasSize(1);
    JsonNode only = items.get(0);
    assertThat(only.path("id").asString()).isEqualTo(child);
    assertThat(only.path("parent").asString()).isEqualTo(parent);
    assertThat(only.path("bestEffort").asBoolean()).isTrue();
    assertThat(only.path("origin").asString()).isEqualTo("derived");
    assertThat(http.get("/v1/actions?parent=" + child).json().path("items")).isEmpty();
    assertThat(http.get("/v1/actions/" + parent).json().has("parent")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind":"service.restart"}                                | kind: service.restart (expected, for a cluster: cluster.check, cluster.create
          {"kind":"cluster.check","evenWhenDown":true}              | evenWhenDown: true
          {"kind":"cluster.check","args":{"kinds":1}}               | /args/kinds: unknown field
          {"kind":"cluster.check","args":{"timeout":"soon"}}        | /args/timeout
          {"kind":"cluster.check","args":{"timeout":"PT0S"}}        | /args/timeout: PT0S (expected: PT0.001S to PT168H)
          {"kind":"cluster.check","args":{"kind":"cluster.check"}}  | /args/kind: cluster.check (expected: an action on a node)
          {"kind":"cluster.check","args":{"bestEffort":"yes"}}      | /args/bestEffort
          {"kind":"cluster.check","timeout":"P8D"}                  | timeout: PT192H (expected: PT0.001S to PT168H)
          {"kind":"cluster.check","node":"node-1"}                  | /node: unknown field
          """)
  void aBodyThatDoesNotFitSaysWhere(String body, String where) {
    Http.Answer answer = http.post("/v1/clusters/" + api.cluster(1) + "/actions", body);

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.detail()).contains(where);
  }

  @Test
  void aNodeIsNotAskedForWhatIsForAClusterAndNoClusterThatIsNotThereIsAsked() {
    Http.Answer onNode =
        http.post(
            "/v1/clusters/" + api.cluster(1) + "/nodes/node-1/actions",
            "{\"kind\":\"cluster.check\"}");
    assertThat(onNode.problem()).isEqualTo("bad-request");
    assertThat(onNode.detail()).contains("name no node");

    Http.Answer nowhere = http.post("/v1/clusters/nowhere/actions", "{\"kind\":\"cluster.check\"}");
    assertThat(nowhere.problem()).isEqualTo("not-found");
    assertThat(nowhere.detail()).contains("muster cluster list");
  }

  @Test
  void forceEndsWhatItsAgentMayHave() {
    FakeEngine.onAction(new ActionScript(api.database()));
    String path = "/v1/clusters/" + api.cluster(1) + "/nodes/node-1/actions";
    String id = http.post(path, "{\"kind\":\"test.ping\"}").json().path("id").asString();
    api.database()
        .sql("update actions set state = 'RUNNING', sent_at = now() where id = '%s'".formatted(id));

    JsonNode asked = http.post("/v1/actions/" + id + "/cancel", "{\"force\":false}").json();
    assertThat(asked.path("state").asString()).isEqualTo("RUNNING");
    JsonNode forced =
        http.post("/v1/actions/" + id + "/cancel", "{\"why\":\"now\",\"force\":true}").json();
    assertThat(forced.path("state").asString()).isEqualTo("CANCELLED");
    assertThat(http.post("/v1/actions/" + id + "/cancel", "{\"force\":true}").problem())
        .isEqualTo("not-possible");
  }
}
