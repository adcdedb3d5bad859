package dev.muster.api.joining;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.AccessToken;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class JoinApiTest {

  private static final RunningApi API = RunningApi.start();
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Http http = API.http();
  private final String cluster = API.cluster(0);
  private final String nodes = "/v1/clusters/" + cluster + "/nodes";

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void anAgentJoinsWaitsAndIsAccepted() {
    String joinToken = joinToken("{\"labels\":{\"zone\":\"a\"},\"uses\":2}");
    String own = token();
    Http.Answer joined = join(joinToken, "n1", "https://10.0.0.1:7070", own);
    assertThat(joined.status()).as(joined.text()).isEqualTo(201);
    assertThat(joined.json().path("state").asString()).isEqualTo("pending");
    assertThat(joined.text()).doesNotContain(own);

    JsonNode node = http.get(nodes + "/n1").json();
    assertThat(node.at("/trust/state").asString()).isEqualTo("pending");
    assertThat(node.at("/trust/token").asBoolean()).isTrue();
    assertThat(node.at("/labels/zone").asString()).isEqualTo("a");
    assertThat(node.toString()).doesNotContain(own);
    assertThat(http.get(nodes).json().at("/items/0/trust/state").asString()).isEqualTo("pending");

    assertThat(join(joinToken, "n1", "https://10.0.0.1:7070", own).status()).isEqualTo(200);
    Http.Answer other = join(joinToken, "n1", "https://10.0.0.1:7070", token());
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.detail()).contains("muster node remove");

    JsonNode accepted = http.post(nodes + "/n1/accept", "{}").json();
    assertThat(accepted.at("/trust/state").asString()).isEqualTo("accepted");
    assertThat(http.post(nodes + "/n1/accept", "{}").status()).as("again").isEqualTo(200);
    assertThat(audit()).contains("agent-token.create", "node.join", "node.accept");
    assertThat(audit()).doesNotContain(own, joinToken);
  }

  @Test
  void onlyAJoinTokenLetsAnAgentIn() {
    String joinToken = joinToken("{}");
    assertThat(join("muster_x", "n2", "https://10.0.0.2:1", token()).status()).isEqualTo(401);
    assertThat(join(token(), "n2", "https://10.0.0.2:1", token()).status()).isEqualTo(401);
    Http.Answer none = http.post("/v1/agents", "{}");
    assertThat(none.status()).isEqualTo(401);
    assertThat(none.detail()).contains("Muster-Join-Token");

    assertThat(join(joinToken, "n2", "https://10.0.0.2:1", token()).status()).isEqualTo(201);
    Http.Answer used = join(joinToken, "n3", "https://10.0.0.3:1", token());
    assertThat(used.status()).isEqualTo(401);
    assertThat(used.detail()).contains("is used up");
  }

  @Test
  void aRevokedJoinTokenLetsNobodyIn() {
    JsonNode made = made("{\"uses\":5,\"accept\":true}");
    String joinToken = made.path("token").asString();
    String path = "/v1/clusters/%s/agent-tokens".formatted(cluster);
    JsonNode listed = http.get(path).json().at("/items/0");
    assertThat(listed.path("state").asString()).isEqualTo("active");
    assertThat(listed.has("token")).isFalse();
    assertThat(http.delete(path + "/" + made.path("id").asString()).status()).isEqualTo(204);
    assertThat(http.get(path).json().at("/items/0/state").asString()).isEqualTo("revoked");
    assertThat(join(joinToken, "n4", "https://10.0.0.4:1", token()).status()).isEqualTo(401);
    assertThat(http.delete(path + "/00000000").status()).isEqualTo(404);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    String joinToken = joinToken("{\"uses\":9}");
    assertThat(join(joinToken, "n5", "http://10.0.0.5:1", token()).detail())
        .contains("expected: https, or the loopback");
    assertThat(join(joinToken, "n5", "https://10.0.0.5:1", "short").detail()).contains("token:");
    assertThat(join(joinToken, "n5", "http://127.0.0.1:5", token()).status()).isEqualTo(201);
    assertThat(join(joinToken, "n6", "http://127.0.0.1:5", token()).detail())
        .contains("has this address already");
    http.post(nodes, "{\"id\":\"by-hand\",\"agent\":\"http://127.0.0.1:6\"}");
    assertThat(join(joinToken, "by-hand", "http://127.0.0.1:7", token()).detail())
        .contains("did not join");
    String tokens = "/v1/clusters/%s/agent-tokens".formatted(cluster);
    assertThat(http.post(tokens, "{\"uses\":0}").detail()).contains("uses: 0");
    assertThat(http.post(tokens, "{\"expires\":\"PT0S\"}").detail()).contains("expires");
    assertThat(http.post("/v1/clusters/never/agent-tokens", "{}").status()).isEqualTo(404);
  }

  @Test
  void anAgentThatMovesIsInTheAudit() {
    String joinToken = joinToken("{}");
    String own = token();
    join(joinToken, "m1", "https://10.0.1.1:1", own);
    assertThat(join(joinToken, "m1", "https://10.0.1.2:1", own).status()).isEqualTo(200);
    assertThat(http.get(nodes + "/m1").json().path("agent").asString())
        .isEqualTo("https://10.0.1.2:1");
    assertThat(audit()).contains("https://10.0.1.2:1");
  }

  @Test
  void anAgentOfAnotherProtocolHasNoCredentials() {
    http.post(
        nodes, "{\"id\":\"sdk\",\"agent\":\"http://127.0.0.1:26\",\"protocol\":\"replicante/v0\"}");
    Http.Answer refused = http.post(nodes + "/sdk/credentials", "{\"token\":\"a\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.detail()).contains("replicante/v0", "muster.agents.tls.ca-file");
    assertThat(rotate("{\"node\":\"sdk\"}").status()).isEqualTo(409);
    assertThat(http.delete(nodes + "/sdk/credentials").status()).as("revoked").isEqualTo(200);
  }

  @Test
  void whatNoHeaderCanHoldIsNoToken() {
    http.post(nodes, "{\"id\":\"t1\",\"agent\":\"http://127.0.0.1:36\"}");
    for (String token : List.of("", " a", "a ", "\u00e9", "a\\tb", "x".repeat(1001))) {
      assertThat(
              http.post(nodes + "/t1/credentials", "{\"token\":\"%s\"}".formatted(token)).detail())
          .as(token)
          .contains("token: expected 1 to 1000");
    }
    assertThat(http.post(nodes + "/t1/credentials", "{\"token\":\"a b\"}").status()).isEqualTo(200);
  }

  @Test
  void aRevokedNodeIsShownAsSuchAndComesBackByAToken() {
    http.post(nodes, "{\"id\":\"r1\",\"agent\":\"http://127.0.0.1:16\"}");
    assertThat(http.get(nodes + "/r1").json().has("trust")).as("the shared token").isFalse();
    JsonNode revoked = http.delete(nodes + "/r1/credentials").json();
    assertThat(revoked.at("/trust/state").asString()).isEqualTo("revoked");
    assertThat(revoked.at("/trust/revokedBy").asString()).isNotEmpty();
    assertThat(http.post(nodes + "/r1/accept", "{}").status()).isEqualTo(409);
    assertThat(rotate("{\"node\":\"r1\"}").status()).isEqualTo(409);

    String text = "what-the-agent-asks-for";
    Http.Answer back = http.post(nodes + "/r1/credentials", "{\"token\":\"%s\"}".formatted(text));
    assertThat(back.json().at("/trust/state").asString()).isEqualTo("accepted");
    assertThat(back.text()).doesNotContain(text);
    assertThat(http.post(nodes + "/r1/credentials", "{}").status()).isEqualTo(400);
    assertThat(http.post(nodes + "/r1/credentials", "{\"certificate\":\"zz\"}").status())
        .isEqualTo(400);

    assertThat(rotate("{\"node\":\"r1\"}").json().path("nodes").asInt()).isEqualTo(1);
    assertThat(http.get(nodes + "/r1").json().at("/trust").has("rotationAskedAt")).isTrue();
    assertThat(rotate("{\"node\":\"never\"}").status()).isEqualTo(404);
    assertThat(audit()).doesNotContain(text);
  }

  private Http.Answer rotate(String body) {
    return http.post("/v1/clusters/%s/rotate-tokens".formatted(cluster), body);
  }

  private String joinToken(String body) {
    return made(body).path("token").asString();
  }

  private JsonNode made(String body) {
    Http.Answer answer = http.post("/v1/clusters/%s/agent-tokens".formatted(cluster), body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json();
  }

  private Http.Answer join(String joinToken, String node, String address, String token) {
    return http.send(
        http.request("/v1/agents")
            .header("Content-Type", "application/json")
            .header("Muster-Join-Token", joinToken)
            .method(
                "POST",
                Http.text(
                    "{\"node\":\"%s\",\"address\":\"%s\",\"platform\":\"linux-amd64\",\"token\":\"%s\"}"
                        .formatted(node, address, token))));
  }

  private String audit() {
    return http.get("/v1/audit?limit=500").text();
  }

  private static String token() {
    return AccessToken.random(RANDOM::nextBytes).reveal();
  }
}
