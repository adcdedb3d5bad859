package dev.muster.api.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NodesTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void aNodeIsRegisteredThenUpdated() {
    String nodes = "/v1/clusters/" + api.cluster(0) + "/nodes";

    Http.Answer made = http.post(nodes, "{\"id\":\"db-1\",\"agent\":\"http://10.0.0.1:8240/\"}");
    assertThat(made.status()).isEqualTo(201);
    assertThat(made.json().path("agent").asString()).isEqualTo("http://10.0.0.1:8240");
    assertThat(made.json().path("status").asString()).isEqualTo("UNKNOWN");
    assertThat(made.json().has("role")).isFalse();

    Http.Answer again =
        http.post(
            nodes, "{\"id\":\"db-1\",\"agent\":\"https://db-1.example:8240\",\"role\":\"broker\"}");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("role").asString()).isEqualTo("broker");
    assertThat(http.get(nodes + "/db-1").json().path("agent").asString())
        .isEqualTo("https://db-1.example:8240");
  }

  @Test
  void theProtocolOfANodeIsShownWithItsLimitsAndChanged() {
    String nodes = "/v1/clusters/" + api.cluster(0) + "/nodes";
    String node = "{\"id\":\"db-1\",\"agent\":\"http://10.0.0.1:8240\"%s}";

    Http.Answer own = http.post(nodes, node.formatted(""));
    assertThat(own.json().path("protocol").asString()).isEqualTo("muster-agent/v1");
    assertThat(own.json().path("limits").isEmpty()).isTrue();

    http.post(nodes, node.formatted(",\"protocol\":\"replicante/v0\""));
    Http.Answer other = http.get(nodes + "/db-1");
    assertThat(other.json().path("protocol").asString()).isEqualTo("replicante/v0");
    assertThat(other.json().path("limits").toString()).contains("no cancel", "no time-outs");

    Http.Answer wrong = http.post(nodes, node.formatted(",\"protocol\":\"replicante/v9\""));
    assertThat(wrong.problem()).isEqualTo("bad-request");
    assertThat(wrong.detail()).contains("/protocol", "replicante/v9", "replicante/v0-g1");
  }

  @Test
  void theAuditTellsWhoRegisteredAndRemovedWhat() {
    String cluster = api.cluster(0);
    String nodes = "/v1/clusters/" + cluster + "/nodes";
    http.post(nodes, "{\"id\":\"db-1\",\"agent\":\"http://10.0.0.1:8240\"}");
    http.delete(nodes + "/db-1");
    http.delete(nodes + "/db-1");

    List<String> told =
        http.get("/v1/audit?cluster=" + cluster)
            .json()
            .path("items")
            .valueStream()
            .map(entry ->
                entry.path("what").asString() + " " + entry.path("detail").path("node").asString())
            .toList();
    assertThat(told).containsExactly("node.remove db-1", "node.register db-1", "cluster.add ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "db-1:8240",
        "ftp://db-1:8240",
        "http://db-1",
        "http://db-1:0",
        "http://db-1:70000",
        "http://user:secret@db-1:8240",
        "http://db-1:8240/path",
        "http://db-1:8240?x=1",
        "http://db 1:8240",
        "http://:8240",
        ""
      })
  void anAddressThatIsNoAgentsIsRefused(String address) {
    Http.Answer answer =
        http.post(
            "/v1/clusters/" + api.cluster(0) + "/nodes",
            "{\"id\":\"db-1\",\"agent\":\"%s\"}".formatted(address));

    assertThat(answer.problem()).isEqualTo("bad-request");
    assertThat(answer.detail()).contains("/agent", "http://host:port");
  }

  @Test
  void nodesAreFilteredByRoleStatusAndSelector() {
    String nodes = "/v1/clusters/" + api.cluster(5) + "/nodes";

    assertThat(ids(http.get(nodes + "?role=broker"))).hasSize(5);
    assertThat(ids(http.get(nodes + "?role=proxy"))).isEmpty();
    assertThat(ids(http.get(nodes + "?status=UNKNOWN"))).hasSize(5);
    assertThat(ids(http.get(nodes + "?selector=zone%3Dz1")))
        .containsExactly("node-1", "node-3", "node-5");
    assertThat(ids(http.get(nodes + "?selector=zone%21%3Dz1,role%3Dbroker")))
        .containsExactly("node-2", "node-4");
    assertThat(http.get(nodes + "?selector=zone%3D%3D%3D").problem()).isEqualTo("bad-request");
    assertThat(http.get(nodes + "?status=FINE").detail()).contains("FINE", "UNREACHABLE");
  }

  @Test
  void aSelectorPagesWithoutGapOrRepeat() {
    String nodes = "/v1/clusters/" + api.cluster(5) + "/nodes?selector=zone%3Dz1&limit=2";

    Http.Answer first = http.get(nodes);
    assertThat(ids(first)).containsExactly("node-1", "node-3");
    Http.Answer second = http.get(nodes + "&marker=" + first.json().path("next").asString());
    assertThat(ids(second)).containsExactly("node-5");
    assertThat(second.json().has("next")).isFalse();
  }

  @Test
  void aNodeGoesUnlessItHasUnfinishedActions() {
    String node = "/v1/clusters/" + api.cluster(2) + "/nodes/node-";
    http.post(node + "1/actions", "{\"kind\":\"test.success\"}");

    assertThat(http.delete(node + "1").problem()).isEqualTo("conflict");
    assertThat(http.delete(node + "2").status()).isEqualTo(204);
    assertThat(http.get(node + "2").problem()).isEqualTo("not-found");
    assertThat(http.delete(node + "2").problem()).isEqualTo("not-found");
  }

  @Test
  void aNodeOfNoClusterIsNotFound() {
    assertThat(
            http.post("/v1/clusters/none-such/nodes", "{\"id\":\"a\",\"agent\":\"http://a:1\"}")
                .problem())
        .isEqualTo("not-found");
    assertThat(http.get("/v1/clusters/none-such/nodes").problem()).isEqualTo("not-found");
  }

  private static List<String> ids(Http.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(200);
    return answer
        .json()
        .path("items")
        .valueStream()
        .map(node -> node.path("id").asString())
        .toList();
  }
}
