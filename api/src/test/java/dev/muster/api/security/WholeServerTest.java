package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.EventStream;
import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.Role;
import dev.muster.records.RecordsFixture;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** What is about the whole server and no cluster: its health, metrics, headers and streams. */
final class WholeServerTest {

  private static final RunningApi API =
      RunningApi.with("--muster.http.authentication=required", "--muster.http.streams=3");

  private static Http root = API.http();
  private static Http some = API.http();

  @BeforeAll
  static void oneWhoSeesEverythingAndOneWhoDoesNot() {
    root = API.http().with(Given.token(API.records(), "root", Role.ADMIN, "*"));
    some = API.http().with(Given.token(API.records(), "dora", Role.OPERATOR, "dev-*"));
    RecordsFixture.cluster(API.records(), "prod-hidden", 0);
  }

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void metricsAreForWhoSeesEveryCluster() {
    Http.Answer answer = some.get("/actuator/prometheus");
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.problem()).isEqualTo("forbidden");
    assertThat(answer.detail())
        .startsWith("it takes the permission read on every cluster (*)")
        .endsWith("dora is operator on dev-*");
    assertThat(root.get("/actuator/prometheus").text()).contains("jvm_");
    assertThat(some.get("/no/such/address").status()).isEqualTo(404);
    Awaitility.await()
        .untilAsserted(() ->
            assertThat(refused())
                .anySatisfy(one -> {
                  assertThat(one.path("actor").asString()).isEqualTo("user:dora");
                  assertThat(one.at("/detail/request").asString())
                      .isEqualTo("GET /actuator/prometheus");
                }));
  }

  private static List<JsonNode> refused() {
    return StreamSupport.stream(
            root.get("/v1/audit?limit=500").json().path("items").spliterator(), false)
        .filter(one -> one.path("what").asString().equals("request.refused"))
        .toList();
  }

  /** The cluster's loop stands still, since there is no worker. */
  @ParameterizedTest
  @ValueSource(strings = {"/actuator/health", "/actuator/health/readiness"})
  void healthIsForEverybodyAndTheNamesInItForWhoSeesEveryCluster(String path) {
    for (Http unsure : List.of(API.http(), some)) {
      Http.Answer answer = unsure.get(path);
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.json().at("/components/loops/status").asString()).isEqualTo("DEGRADED");
      assertThat(answer.text()).doesNotContain("prod-hidden").doesNotContain("details");
    }
    assertThat(root.get(path).json().at("/components/loops/details").propertyNames())
        .contains("cluster prod-hidden");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/v1/clusters",
        "/v1/clusters/none",
        "/v1/no/such/address",
        "/v1/clusters?unknown=1",
        "/no/such/address",
        "/actuator/health",
        "/actuator/prometheus",
        "/v3/api-docs",
        "/swagger-ui.html",
        "/swagger-ui/index.html",
        "/swagger-ui/none.js",
        "/.well-known/oauth-protected-resource"
      })
  void everyAnswerHasTheHeadersThatKeepBrowsersCareful(String path) {
    for (Http http : List.of(API.http(), some, root, API.http().with("muster_wrong"))) {
      requireCareful(http.get(path).whole().headers(), path);
    }
    HttpRequest.Builder foreign =
        root.request(path).header("Sec-Fetch-Site", "cross-site").DELETE();
    requireCareful(root.send(foreign).whole().headers(), path);
  }

  @Test
  void aStreamHasThemTooAndIsNotKeptByAnybody() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<?> opened =
          client.send(
              root.request("/v1/runs/" + aRun() + "/events").build(), BodyHandlers.ofLines());
      assertThat(opened.statusCode()).isEqualTo(200);
      requireCareful(opened.headers(), "a stream");
      assertThat(opened.headers().allValues("Cache-Control")).containsExactly("no-cache");
      client.shutdownNow();
    }
  }

  @Test
  void noAnswerOfTheApiIsKept() {
    for (Http.Answer answer :
        List.of(
            root.get("/v1/clusters"),
            root.post("/v1/tokens", "{\"name\":\"once\",\"roles\":[\"viewer\"]}"),
            API.http().get("/v1/clusters"))) {
      assertThat(answer.whole().headers().allValues("Cache-Control")).containsExactly("no-store");
    }
  }

  private static void requireCareful(HttpHeaders headers, String of) {
    assertThat(headers.allValues("X-Content-Type-Options")).as(of).containsExactly("nosniff");
    assertThat(headers.allValues("X-Frame-Options")).as(of).containsExactly("DENY");
    assertThat(headers.allValues("Referrer-Policy")).as(of).containsExactly("no-referrer");
    assertThat(headers.firstValue("Content-Security-Policy").orElse(""))
        .as(of)
        .startsWith("default-src 'self'")
        .endsWith("frame-ancestors 'none'");
  }

  @Test
  void nobodyTakesAllConnectionsByFollowing() {
    String run = aRun();
    String token = Given.token(API.records(), "greedy", Role.VIEWER, "*");
    String again = Given.token(API.records(), "greedy", Role.ADMIN, "*");
    List<EventStream> streams = new ArrayList<>();
    for (String with : List.of(token, again, token)) {
      streams.add(EventStream.with(with, API.port(), run));
      assertThat(streams.getLast().next().orElseThrow().name()).isEqualTo("run");
    }
    Http greedy = API.http().with(again);
    Http.Answer fourth = greedy.get("/v1/runs/" + run + "/events");
    assertThat(fourth.status()).isEqualTo(429);
    assertThat(fourth.detail())
        .startsWith("greedy follows 3 runs, logs or objects through this process already")
        .contains("muster.http.streams");
    assertThat(greedy.get("/v1/runs/" + run + "/logs?follow=true").status()).isEqualTo(429);
    try (EventStream other =
        EventStream.with(Given.token(API.records(), "ada", Role.VIEWER, "*"), API.port(), run)) {
      assertThat(other.next().orElseThrow().name()).isEqualTo("run");
    }
    streams.forEach(EventStream::close);
    // It is noticed that they are gone when something is sent.
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(200))
        .until(() -> {
          API.database()
              .sql(
                  "update runs set state_reason = state_reason || '.' where id = '%s'"
                      .formatted(run));
          return isServed(token, run);
        });
  }

  private static boolean isServed(String token, String run) {
    try (EventStream stream = EventStream.with(token, API.port(), run)) {
      return stream.next().isPresent();
    }
  }

  private static String aRun() {
    root.post("/v1/clusters", "{\"name\":\"dev-1\"}");
    root.post(
        "/v1/clusters/dev-1/nodes",
        "{\"id\":\"n1\",\"agent\":\"http://127.0.0.1:9001\",\"labels\":{\"port\":\"8001\"}}");
    root.get("/v1/playbooks");
    Http.Answer made =
        some.post(
            "/v1/clusters/dev-1/runs",
            "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}");
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    return made.json().path("id").asString();
  }
}
