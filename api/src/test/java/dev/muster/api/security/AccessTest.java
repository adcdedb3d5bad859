package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.EventStream;
import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.Role;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.RunId;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
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

  @Test
  void whatOneMayNotReadLooksAsIfItWereNotThere() {
    for (String path :
        List.of("/v1/clusters/%s", "/v1/clusters/%s/nodes", "/v1/clusters/%s/cycles")) {
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
    assertThat(names(viewer.get("/v1/clusters"), "name"))
        .contains("dev-1")
        .doesNotContain("prod-1");
    assertThat(names(viewer.get("/v1/actions"), "cluster")).containsOnly("dev-1");
    assertThat(names(viewer.get("/v1/audit?limit=500"), "cluster"))
        .isNotEmpty()
        .allMatch(name -> name.startsWith("dev-"));
    assertThat(names(viewer.get("/v1/actions?cluster=prod-1"), "cluster")).isEmpty();
    assertThat(names(admin.get("/v1/actions"), "cluster")).contains("dev-1", "prod-1");
    assertThat(viewer.get("/v1/audit?action=" + prodAction.substring(0, 8)).status())
        .isEqualTo(404);
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
  void whatWasRefusedIsInTheAudit() {
    Http curious = as("curious", Role.VIEWER, "dev-*");
    for (int i = 0; i < 3; i++) {
      curious.post("/v1/clusters/dev-1/nudge", "{}");
    }
    API.http()
        .with(Given.expired(API.records(), "late", Role.ADMIN))
        .get("/v1/clusters/expired-one");
    Awaitility.await()
        .untilAsserted(() ->
            assertThat(refused())
                .filteredOn(one -> one.path("actor").asString().equals("user:curious"))
                .singleElement()
                .satisfies(one -> {
                  assertThat(one.at("/detail/request").asString())
                      .isEqualTo("POST /v1/clusters/dev-1/nudge");
                  assertThat(one.at("/detail/status").asString()).isEqualTo("403");
                  assertThat(one.at("/detail/why").asString()).contains("permission operate");
                }));
    Awaitility.await()
        .untilAsserted(() ->
            assertThat(refused())
                .filteredOn(one ->
                    one.at("/detail/request").asString().equals("GET /v1/clusters/expired-one"))
                .singleElement()
                .satisfies(one ->
                    assertThat(one.path("actor").asString())
                        .as("who proved nothing has an address, and no name")
                        .isEqualTo("anonymous:127.0.0.1")));
  }

  private static List<JsonNode> refused() {
    return StreamSupport.stream(
            admin.get("/v1/audit?limit=500").json().path("items").spliterator(), false)
        .filter(one -> one.path("what").asString().equals("request.refused"))
        .toList();
  }

  @Test
  void aStreamShowsNothingMoreOnceItsTokenIsRevoked() {
    String run = aRun("dev-1");
    String made = admin.post("/v1/tokens", "{\"name\":\"watcher\",\"roles\":[\"viewer\"]}").text();
    JsonNode token = WireFormat.JSON.readTree(made);
    try (EventStream stream = EventStream.with(token.path("token").asString(), API.port(), run)) {
      assertThat(stream.next().orElseThrow().name()).isEqualTo("run");
      changed(run, "still shown");
      assertThat(stream.next().orElseThrow().data().path("stateReason").asString())
          .isEqualTo("still shown");
      assertThat(admin.delete("/v1/tokens/" + token.path("id").asString()).status()).isEqualTo(204);
      changed(run, "a secret");
      assertThat(stream.next()).isEmpty();
    }
  }

  @Test
  void anIdThatIsTakenNamesNothingThatOneMayNotSee() {
    String run = aRun("prod-1");
    Http dev = as("dora", Role.OPERATOR, "dev-*");
    String same =
        "{\"id\":\"%s\",\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}"
            .formatted(run);
    Http.Answer taken = dev.post("/v1/clusters/dev-1/runs", same);
    assertThat(taken.status()).isEqualTo(409);
    assertThat(taken.detail())
        .isEqualTo("the id %s is taken; leave it out, or make another".formatted(run));
    assertThat(operator.post("/v1/clusters/dev-1/runs", same).detail()).contains("prod-1");
    Http.Answer action =
        dev.post(
            "/v1/clusters/dev-1/nodes/n1/actions",
            "{\"id\":\"%s\",\"kind\":\"test.ping\"}".formatted(prodAction));
    assertThat(action.status()).isEqualTo(409);
    assertThat(action.text()).doesNotContain("prod");
  }

  private static String aRun(String cluster) {
    operator.get("/v1/playbooks");
    Http.Answer made =
        operator.post(
            "/v1/clusters/%s/runs".formatted(cluster),
            "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}");
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    return made.json().path("id").asString();
  }

  private static void changed(String run, String reason) {
    API.records()
        .transaction(() -> {
          API.records().changes().notifyRun(RunId.parse(run));
          API.database()
              .sql("update runs set state_reason = '%s' where id = '%s'".formatted(reason, run));
          return run;
        });
  }

  private static Http as(String name, Role role, String clusters) {
    return API.http().with(Given.token(API.records(), name, role, clusters));
  }

  private static String clusterWithAnAction(String name) {
    assertThat(admin.post("/v1/clusters", "{\"name\":\"%s\"}".formatted(name)).status())
        .isEqualTo(201);
    admin.post(
        "/v1/clusters/%s/nodes".formatted(name),
        "{\"id\":\"n1\",\"agent\":\"http://127.0.0.1:9001\",\"labels\":{\"port\":\"8001\"}}");
    return operator
        .post("/v1/clusters/%s/nodes/n1/actions".formatted(name), "{\"kind\":\"test.ping\"}")
        .json()
        .path("id")
        .asString();
  }

  private static List<String> names(Http.Answer list, String field) {
    assertThat(list.status()).as(list.text()).isEqualTo(200);
    return StreamSupport.stream(
            WireFormat.JSON.readTree(list.text()).path("items").spliterator(), false)
        .map(one -> one.path(field).asString(""))
        .distinct()
        .toList();
  }
}
