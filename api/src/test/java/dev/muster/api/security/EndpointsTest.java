package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/**
 * Every endpoint, as the OpenAPI document has it, asked by every role on every sort of pattern. A
 * query parameter that none takes keeps each request from doing anything: it is looked at after it
 * was decided whether the request may be made.
 */
final class EndpointsTest {

  private static final RunningApi API = RunningApi.with("--muster.http.authentication=required");

  /** As decision 32 has it; said here again, so that a change of the code is noticed. */
  private static final Map<String, List<Role>> ROLES =
      Map.of(
          "read", List.of(Role.values()),
          "logs", List.of(Role.INSPECTOR, Role.OPERATOR, Role.APPROVER, Role.AUTHOR, Role.ADMIN),
          "operate", List.of(Role.OPERATOR),
          "approve", List.of(Role.APPROVER),
          "author", List.of(Role.AUTHOR),
          "administer", List.of(Role.ADMIN));

  private static final String CLUSTER = "seen-1";

  private final Http admin = as(Role.ADMIN, "*");
  private final Http operator = as(Role.OPERATOR, "*");

  @AfterAll
  static void close() {
    API.close();
  }

  private record Endpoint(String method, String path, String permission, String where) {}

  @Test
  void everyEndpointAnswersEachRoleAsItsNeedSays() {
    Map<String, String> ids = somethingToAskFor();
    List<Endpoint> endpoints = endpoints();
    assertThat(endpoints).hasSizeGreaterThan(35);
    List<String> wrong = new ArrayList<>();
    for (Role role : Role.values()) {
      for (String pattern : List.of("*", "seen-*", CLUSTER, "other-*")) {
        Http http = as(role, pattern);
        for (Endpoint endpoint : endpoints) {
          Http.Answer answer = ask(http, endpoint, ids);
          int expected = expected(endpoint, role, pattern);
          if (answer.status() != expected || !saysWhy(answer, endpoint)) {
            wrong.add(
                "%s %s %s: not %d but %d %s"
                    .formatted(role, pattern, endpoint, expected, answer.status(), answer.text()));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  @Test
  void noEndpointAnswersWhoProvesNothing() {
    Map<String, String> ids = somethingToAskFor();
    String expired = Given.expired(API.records(), "old", Role.ADMIN);
    for (Endpoint endpoint : endpoints()) {
      assertThat(ask(API.http(), endpoint, ids).status()).as(endpoint.toString()).isEqualTo(401);
      assertThat(ask(API.http().with("muster_x"), endpoint, ids).status()).isEqualTo(401);
    }
    // Not at each: who tries so many is slowed down.
    assertThat(ask(API.http().with(expired), endpoints().getFirst(), ids).status()).isEqualTo(401);
  }

  /** The document could hide one. */
  @Test
  void everyMethodThatAnswersSaysWhatItTakesAndIsInTheDocument() {
    SortedSet<String> without = new TreeSet<>();
    SortedSet<String> answering = new TreeSet<>();
    API.part("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .forEach((mapping, method) -> {
          boolean ours = method.getBeanType().getName().startsWith("dev.muster.");
          if (ours && method.getMethodAnnotation(Needs.class) == null) {
            without.add(mapping + " " + method);
          }
          if (ours) {
            for (RequestMethod asked : mapping.getMethodsCondition().getMethods()) {
              mapping.getPatternValues().forEach(path -> answering.add(asked + " " + path));
            }
          }
        });
    assertThat(without).isEmpty();
    assertThat(endpoints())
        .extracting(endpoint -> endpoint.method() + " " + endpoint.path())
        .containsExactlyInAnyOrderElementsOf(answering);
  }

  @Test
  void whatChangesSomethingTakesMoreThanReading() {
    assertThat(endpoints())
        .filteredOn(endpoint -> !endpoint.method().equals("GET"))
        .filteredOn(endpoint -> endpoint.permission().equals("read"))
        .extracting(Endpoint::path)
        .containsExactlyInAnyOrder(
            "/v1/clusters/{cluster}/plan", "/v1/playbooks/check", "/v1/policies/check");
  }

  /** The address must have what the need is about. */
  @Test
  void theNeedIsAboutWhatTheAddressNames() {
    for (Endpoint endpoint : endpoints()) {
      String named =
          endpoint.path().contains("{cluster}")
              ? "cluster"
              : endpoint.path().startsWith("/v1/runs/{id}")
                  ? "run"
                  : endpoint.path().startsWith("/v1/actions/{id}") ? "action" : "";
      if (named.isEmpty()) {
        assertThat(endpoint.where())
            .as(endpoint.toString())
            .isIn("somewhere", "everywhere", "join_token", "receiver");
      } else {
        assertThat(endpoint.where()).as(endpoint.toString()).isEqualTo(named);
      }
    }
  }

  private static int expected(Endpoint endpoint, Role role, String pattern) {
    if (List.of("join_token", "receiver").contains(endpoint.where())) {
      return 401; // whoever asks: no identity opens it
    }
    boolean may = ROLES.getOrDefault(endpoint.permission(), List.of()).contains(role);
    boolean sees = !pattern.equals("other-*");
    boolean onOne = !endpoint.where().endsWith("where");
    if (onOne && !sees) {
      return 404;
    }
    boolean everywhere = endpoint.where().equals("everywhere");
    return may && (!everywhere || pattern.equals("*")) ? 400 : 403;
  }

  /** Allowed requests fail for the parameter alone; refused ones name what it takes. */
  private static boolean saysWhy(Http.Answer answer, Endpoint endpoint) {
    return switch (answer.status()) {
      case 400 ->
          answer.problem().equals("bad-request") && answer.text().contains("nobody-takes-this");
      case 403 ->
          answer.problem().equals("forbidden")
              && answer.detail().startsWith("it takes the permission " + endpoint.permission());
      case 404 ->
          answer.problem().equals("not-found") && answer.detail().startsWith("there is no ");
      default -> answer.problem().equals("unauthenticated");
    };
  }

  private static Http.Answer ask(Http http, Endpoint endpoint, Map<String, String> ids) {
    String what = endpoint.path().split("/", -1)[2];
    String path =
        endpoint
            .path()
            .replace("{cluster}", CLUSTER)
            .replace("{node}", "n1")
            .replace("{discovery}", "hosts")
            .replace("{policy}", "two-at-a-time")
            .replace("{schedule}", "nightly")
            .replace("{receiver}", "alarm")
            .replace("{plan}", "autopilot")
            .replace("{config}", "stable")
            .replace("{secret}", "muster_x")
            .replace("{name}", "rolling-restart")
            .replace("{id}", ids.getOrDefault(what, UUID.randomUUID().toString()));
    return http.send(
        http.request(path + "?nobody-takes-this=1")
            .header("Content-Type", "application/json")
            .method(endpoint.method(), Http.text("{")));
  }

  private static List<Endpoint> endpoints() {
    List<Endpoint> endpoints = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path :
        API.http().get("/v3/api-docs").json().path("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        JsonNode needs = operation.getValue().path("x-muster-needs");
        endpoints.add(
            new Endpoint(
                operation.getKey().toUpperCase(Locale.ROOT),
                path.getKey(),
                needs.path("permission").asString(),
                needs.path("where").asString()));
      }
    }
    return endpoints;
  }

  private Map<String, String> somethingToAskFor() {
    admin.post("/v1/clusters", "{\"name\":\"%s\"}".formatted(CLUSTER));
    admin.post(
        "/v1/clusters/%s/nodes".formatted(CLUSTER),
        "{\"id\":\"n1\",\"agent\":\"http://127.0.0.1:9001\",\"labels\":{\"port\":\"8001\"}}");
    String action =
        id(
            operator.post(
                "/v1/clusters/%s/nodes/n1/actions".formatted(CLUSTER), "{\"kind\":\"test.ping\"}"));
    operator.get("/v1/playbooks");
    String run =
        id(
            operator.post(
                "/v1/clusters/%s/runs".formatted(CLUSTER),
                "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}"));
    return Map.of("actions", action, "runs", run);
  }

  private static String id(Http.Answer made) {
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    return made.json().path("id").asString();
  }

  private static Http as(Role role, String pattern) {
    return API.http().with(Given.token(API.records(), role.word(), role, pattern));
  }
}
