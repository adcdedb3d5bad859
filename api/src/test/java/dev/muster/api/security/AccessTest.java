package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.Role;
import dev.muster.domain.protocol.WireFormat;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** An API that asks who calls. */
final class AccessTest {

  private static final RunningApi API = RunningApi.with("--muster.http.authentication=required");

  private static Http admin = API.http();
  private static Http viewer = API.http();
  private static Http operator = API.http();
  private static String prodAction = "";
  private static String devAction = "";

  @BeforeAll
  static void twoClusters() {
    admin = as("root", Role.ADMIN, "*");
    viewer = as("vera", Role.VIEWER, "dev-*");
    operator = as("otto", Role.OPERATOR, "*");
    prodAction = clusterWithAnAction("prod-1");
    devAction = clusterWithAnAction("dev-1");
  }

  @AfterAll
  static void close() {
    API.close();
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

  @Test
  void whatOneMayNotReadLooksAsIfItWereNotThere() {
    for (String path : List.of("/v1/clusters/%s", "/v1/clusters/%s/nodes", "/v1/clusters/%s/cycles")) {
      Http.Answer there = viewer.get(path.formatted("prod-1"));
      Http.Answer not = viewer.get(path.formatted("prod-9"));
      assertThat(there.status()).isEqualTo(404);
      assertThat(there.text()).isEqualTo(not.text().replace("prod-9", "prod-1"));
    }
    String none = UUID.randomUUID().toString();
    for (String path : List.of("/v1/actions/%s", "/v1/actions/%s/cancel")) {
      Http.Answer there = ask(path.formatted(prodAction));
      Http.Answer not = ask(path.formatted(none));
      assertThat(there.status()).isEqualTo(404);
      assertThat(there.text()).isEqualTo(not.text().replace(none, prodAction));
    }
    assertThat(viewer.get("/v1/actions/" + devAction).status()).isEqualTo(200);
  }

  private static Http.Answer ask(String path) {
    return path.endsWith("cancel") ? viewer.post(path, "{}") : viewer.get(path);
  }

  @Test
  void whatOneMayReadAndNotDoSaysWhatItTakes() {
    Http.Answer answer = viewer.post("/v1/actions/" + devAction + "/cancel", "{}");
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.problem()).isEqualTo("forbidden");
    assertThat(answer.detail())
        .isEqualTo(
            "it takes the permission operate on cluster dev-1 (roles that have it: operator); vera"
                + " is viewer on dev-*");
  }

  @Test
  void listsShowWhatOneMaySee() {
    assertThat(names(viewer.get("/v1/clusters"), "name")).contains("dev-1").doesNotContain("prod-1");
    assertThat(names(viewer.get("/v1/actions"), "cluster")).containsOnly("dev-1");
    assertThat(names(viewer.get("/v1/audit?limit=500"), "cluster")).isNotEmpty().allMatch(name -> name.startsWith("dev-"));
    assertThat(names(viewer.get("/v1/actions?cluster=prod-1"), "cluster")).isEmpty();
    assertThat(names(admin.get("/v1/actions"), "cluster")).contains("dev-1", "prod-1");
    assertThat(viewer.get("/v1/audit?action=" + prodAction.substring(0, 8)).status()).isEqualTo(404);
  }

  @Test
  void anAdminOfSomeClustersMakesThoseAlone() {
    Http limited = as("lim", Role.ADMIN, "team-*");
    assertThat(limited.post("/v1/clusters", "{\"name\":\"team-1\"}").status()).isEqualTo(201);
    Http.Answer other = limited.post("/v1/clusters", "{\"name\":\"prod-1\"}");
    assertThat(other.status()).isEqualTo(403);
    assertThat(other.detail()).contains("cluster prod-1").contains("lim is admin on team-*");
    assertThat(limited.post("/v1/clusters", "{\"name\":\"prod-9\"}").text())
        .isEqualTo(other.text().replace("prod-1", "prod-9"));
    assertThat(limited.post("/v1/tokens", "{\"name\":\"x\",\"roles\":[\"viewer\"]}").status())
        .isEqualTo(403);
  }

  @Test
  void everyAnswerHasTheHeadersThatKeepBrowsersCareful() {
    for (Http.Answer answer :
        List.of(
            API.http().get("/v1/clusters"),
            admin.get("/v1/clusters"),
            API.http().send(API.http().request("/v1/x").header("Sec-Fetch-Site", "cross-site").DELETE()))) {
      assertThat(answer.whole().headers().map())
          .containsKeys(
              "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Content-Security-Policy");
    }
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

  private static Http as(String name, Role role, String clusters) {
    return API.http().with(Given.token(API.records(), name, role, clusters));
  }

  private static String clusterWithAnAction(String name) {
    assertThat(admin.post("/v1/clusters", "{\"name\":\"%s\"}".formatted(name)).status())
        .isEqualTo(201);
    admin.post(
        "/v1/clusters/%s/nodes".formatted(name),
        "{\"id\":\"n1\",\"agent\":\"http://127.0.0.1:9001\"}");
    return operator
        .post("/v1/clusters/%s/nodes/n1/actions".formatted(name), "{\"kind\":\"test.ping\"}")
        .json()
        .path("id")
        .asString();
  }

  private static JsonNode item(Http.Answer list, String id) {
    return StreamSupport.stream(list.json().path("items").spliterator(), false)
        .filter(one -> one.path("id").asString().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> names(Http.Answer list, String field) {
    assertThat(list.status()).as(list.text()).isEqualTo(200);
    return StreamSupport.stream(WireFormat.JSON.readTree(list.text()).path("items").spliterator(), false)
        .map(one -> one.path(field).asString(""))
        .distinct()
        .toList();
  }
}
