package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.Role;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What proves who asks, and what does not. */
final class ProofTest {

  private static final RunningApi API = RunningApi.with("--muster.http.authentication=required");

  private static Http admin = API.http();

  @BeforeAll
  static void somebodyMayDoThis() {
    admin = API.http().with(Given.token(API.records(), "root", Role.ADMIN, "*"));
  }

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void aTokenThatProvesNothingSaysSo() {
    String unknown = Given.token(RunningApi.shared().records(), "x", Role.ADMIN, "*");
    String expired = Given.expired(API.records(), "old", Role.ADMIN);
    for (String sent : List.of(unknown, expired)) {
      Http.Answer answer = API.http().with(sent).get("/v1/clusters");
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.detail()).startsWith("the token is unknown, expired or was revoked");
    }
    Http.Answer mistyped = API.http().with("muster_nonsense").get("/v1/clusters");
    assertThat(mistyped.status()).isEqualTo(401);
    assertThat(mistyped.detail()).contains("a character of it is wrong");
    assertThat(admin.get("/actuator/prometheus").text()).contains("jvm_");
  }

  @Test
  void otherWaysToProveSomethingAreNone() {
    HttpRequest.Builder basic =
        API.http().request("/v1/clusters").header("Authorization", "Basic YWRtaW46YWRtaW4=");
    assertThat(API.http().send(basic.GET()).status()).isEqualTo(401);
    String token = Given.token(API.records(), "ada", Role.VIEWER, "*");
    assertThat(API.http().get("/v1/clusters?access_token=" + token).status()).isEqualTo(401);
    assertThat(API.http().with(token).get("/v1/clusters").status()).isEqualTo(200);
  }

  @Test
  void aTokenIsMadeUsedShownWithoutItsSecretAndRevoked() {
    Http.Answer made =
        admin.post(
            "/v1/tokens",
            """
            {"name":"ci","roles":["operator"],"clusters":["prod-*"],"groups":["sre"],"expires":"P90D"}
            """);
    assertThat(made.status()).isEqualTo(201);
    String secret = made.json().path("token").asString();
    String id = made.json().path("id").asString();
    Http ci = API.http().with(secret);
    assertThat(ci.get("/v1/identity").json().toString())
        .isEqualTo(
            "{\"name\":\"ci\",\"groups\":[\"sre\"],\"grants\":[{\"role\":\"operator\",\"clusters\":\"prod-*\"}]}");

    JsonNode listed = item(admin.get("/v1/tokens"), id);
    assertThat(listed.path("state").asString()).isEqualTo("active");
    assertThat(listed.has("lastUsedAt")).isTrue();
    assertThat(listed.path("createdBy").asString()).isEqualTo("root");
    assertThat(listed.has("token")).isFalse();
    assertThat(admin.get("/v1/tokens").text()).doesNotContain(secret.substring(7, 30));

    assertThat(admin.delete("/v1/tokens/" + id.substring(0, 8)).status()).isEqualTo(204);
    assertThat(ci.get("/v1/identity").status()).isEqualTo(401);
    assertThat(item(admin.get("/v1/tokens"), id).path("revokedBy").asString()).isEqualTo("root");
    assertThat(admin.get("/v1/audit").text())
        .contains("token.create", "token.revoke", id)
        .doesNotContain(secret);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/clusters",
        "/v1/clusters/prod-1",
        "/v1/no/such/address",
        "/v1/info",
        "/actuator/prometheus",
        "/no/such/address"
      })
  void whoProvesNothingGetsNothing(String path) {
    Http.Answer answer = API.http().get(path);
    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.problem()).isEqualTo("unauthenticated");
    assertThat(answer.detail()).contains("Authorization: Bearer").contains("muster token create");
    assertThat(answer.whole().headers().firstValue("WWW-Authenticate"))
        .contains("Bearer realm=\"muster\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/actuator/health/liveness", "/v3/api-docs", "/swagger-ui/index.html"})
  void howItLooksAndWhetherItIsThereIsNoSecret(String path) {
    assertThat(API.http().get(path).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/actuator/health/..;/prometheus",
        "/v1/..;/actuator/prometheus",
        "/actuator/health/%2e%2e/prometheus",
        "/swagger-ui/../actuator/prometheus",
        "/v1//../actuator/prometheus",
        "/actuator/prometheus;/swagger-ui"
      })
  void noWritingOfAnAddressGetsAroundTheQuestion(String path) {
    Http.Answer answer = API.http().get(path);
    assertThat(answer.status()).isIn(400, 401, 404);
    assertThat(answer.text()).doesNotContain("jvm_");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"name\":\"x\",\"roles\":[]}",
        "{\"name\":\"x\",\"roles\":[\"god\"]}",
        "{\"name\":\"role:admin\",\"roles\":[\"viewer\"]}",
        "{\"name\":\"x\",\"roles\":[\"viewer\"],\"clusters\":[\"prod_%\"]}",
        "{\"name\":\"x\",\"roles\":[\"viewer\"],\"clusters\":[]}",
        "{\"name\":\"x\",\"roles\":[\"viewer\"],\"expires\":\"PT0S\"}"
      })
  void aTokenThatWouldMeanNothingIsRefused(String body) {
    Http.Answer answer = admin.post("/v1/tokens", body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.detail()).contains("expected: ");
  }

  @Test
  void whereNobodyIsAskedATokenCountsAllTheSame() {
    RunningApi open = RunningApi.shared();
    Http looking = open.http().with(Given.token(open.records(), "vera", Role.VIEWER, "*"));
    assertThat(looking.get("/v1/identity").json().path("name").asString()).isEqualTo("vera");
    assertThat(looking.post("/v1/clusters", "{\"name\":\"nope\"}").status()).isEqualTo(403);
    assertThat(open.http().with("muster_wrong").get("/v1/clusters").status()).isEqualTo(401);
    assertThat(open.http().with("of.somebody.else").get("/v1/clusters").status()).isEqualTo(200);
    assertThat(open.http().get("/v1/identity").json().path("name").asString())
        .isEqualTo("anonymous");
  }

  @Test
  void theNameIsTheIdentitysWhateverTheHeaderSays() {
    admin.send(
        admin
            .request("/v1/clusters")
            .header("Content-Type", "application/json")
            .header("Muster-User", "mallory")
            .POST(Http.text("{\"name\":\"named\"}")));
    assertThat(admin.get("/v1/clusters/named").json().path("createdBy").asString())
        .isEqualTo("root");
    assertThat(admin.get("/v1/audit?cluster=named").text())
        .contains("user:root")
        .doesNotContain("mallory");
  }

  private static JsonNode item(Http.Answer list, String id) {
    return StreamSupport.stream(list.json().path("items").spliterator(), false)
        .filter(one -> one.path("id").asString().equals(id))
        .findFirst()
        .orElseThrow();
  }
}
