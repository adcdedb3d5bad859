package dev.muster.senlin.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.Http.Answer;
import dev.muster.api.fixture.RunningApi;
import dev.muster.api.security.Needs;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Role;
import dev.muster.senlin.fixture.Facade;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Who may do what at the façade: the same as at the API. */
final class SenlinAccessTest {

  private static final RunningApi API =
      RunningApi.of(Facade.Served.class, "--muster.http.authentication=required");
  private static final String CLUSTER = "seen-1";

  /** An address that the façade answers, and what that takes. */
  private record Address(String method, String path, Needs needs) {}

  @BeforeAll
  static void aClusterWithANode() {
    Http admin = API.http().with(Given.token(API.records(), "root", Role.ADMIN, "*"));
    admin.post("/v1/clusters", "{\"name\":\"%s\"}".formatted(CLUSTER));
    admin.post(
        "/v1/clusters/%s/nodes".formatted(CLUSTER),
        "{\"id\":\"n1\",\"agent\":\"http://127.0.0.1:9001\"}");
  }

  @AfterAll
  static void close() {
    API.close();
  }

  private static List<Address> addresses() {
    List<Address> all = new ArrayList<>();
    API.part("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
        .getHandlerMethods()
        .forEach((mapping, method) ->
            mapping.getPatternValues().stream()
                .filter(path -> path.startsWith("/senlin/v1/") && path.length() > 11)
                .forEach(path -> {
                  Needs needs = method.getMethodAnnotation(Needs.class);
                  assertThat(needs).as(path + " " + method).isNotNull();
                  for (RequestMethod asked : mapping.getMethodsCondition().getMethods()) {
                    all.add(new Address(asked.name(), path, Objects.requireNonNull(needs)));
                  }
                }));
    return all;
  }

  private static Answer ask(Http http, Address address) {
    String path =
        address
            .path()
            .replace("{cluster}", CLUSTER)
            .replace("{node}", "n1")
            .replaceAll("[{]\\w+[}]", "none");
    return http.send(
        http.request(path)
            .header("OpenStack-API-Version", "clustering latest")
            .header("Content-Type", "application/json")
            .method(address.method(), Http.text("{}")));
  }

  private static Http as(Role role, String pattern) {
    return API.http().with(Given.token(API.records(), role.word(), role, pattern));
  }

  @Test
  void noAddressAnswersWhoProvesNothing() {
    assertThat(addresses()).hasSizeGreaterThan(40);
    for (Address address : addresses()) {
      Answer answer = ask(API.http(), address);
      assertThat(answer.status()).as(address.toString()).isEqualTo(401);
      assertThat(answer.json().path("error").path("code").asInt()).isEqualTo(401);
    }
  }

  @Test
  void whoMayOnlyReadChangesNothing() {
    Http viewer = as(Role.VIEWER, "*");
    for (Address address : addresses()) {
      if (address.needs().value() != Permission.READ
          && address.needs().where() != Needs.Where.RECEIVER) {
        assertThat(ask(viewer, address).status())
            .as(address.toString())
            .isEqualTo(
                address.path().matches(".*[{](id|policy|profile|receiver)[}].*") ? 404 : 403);
      }
    }
  }

  @Test
  void whatChangesSomethingTakesMoreThanReading() {
    assertThat(addresses())
        .filteredOn(address -> !address.method().equals("GET"))
        .filteredOn(address -> address.needs().value() == Permission.READ)
        .extracting(Address::path)
        .containsExactlyInAnyOrder("/senlin/v1/policies/validate", "/senlin/v1/profiles/validate");
  }

  @Test
  void aTokenComesInTheHeaderOfOpenStackAndOnlyAtTheFacade() {
    String token = Given.token(API.records(), "ada", Role.OPERATOR, CLUSTER);
    assertThat(
            API.http()
                .send(API.http().request("/senlin/v1/clusters").header("X-Auth-Token", token).GET())
                .status())
        .isEqualTo(200);
    assertThat(
            API.http()
                .send(API.http().request("/v1/clusters").header("X-Auth-Token", token).GET())
                .status())
        .isEqualTo(401);
    assertThat(
            API.http()
                .send(
                    API.http()
                        .request("/senlin/v1/clusters")
                        .header("X-Auth-Token", "muster_wrong")
                        .GET())
                .status())
        .isEqualTo(401);
  }

  @Test
  void whatOneMayNotReadIsNotFoundUnderAnyOfItsNames() {
    Facade seeing = Facade.of(as(Role.OPERATOR, CLUSTER));
    Facade stranger = Facade.of(as(Role.OPERATOR, "other-*"));
    String id = seeing.got("/clusters/" + CLUSTER).path("cluster").path("id").asString();
    String node = seeing.got("/nodes").path("nodes").get(0).path("id").asString();
    String action =
        Facade.accepted(seeing.post("/clusters/%s/actions".formatted(CLUSTER), "{\"check\": {}}"));
    for (String path :
        List.of(
            "/clusters/" + CLUSTER,
            "/clusters/" + id,
            "/clusters/" + id.substring(0, 8),
            "/nodes/n1",
            "/nodes/" + node,
            "/actions/" + action)) {
      assertThat(seeing.get(path).status()).as(path).isEqualTo(200);
      assertThat(stranger.get(path).status()).as(path).isEqualTo(404);
    }
    for (String list : List.of("clusters", "nodes", "actions", "events", "receivers")) {
      assertThat(stranger.got("/" + list).path(list)).as(list).isEmpty();
    }
    assertThat(stranger.got("/nodes?name=n1").path("nodes")).isEmpty();
    assertThat(stranger.get("/clusters?global_project=true").status()).isEqualTo(403);
    assertThat(stranger.post("/clusters/%s/actions".formatted(id), "{\"scale_out\": {}}").status())
        .isEqualTo(404);
  }

  @Test
  void whoMayOperateAttachesNoPolicyAndMakesNoCluster() {
    Facade operator = Facade.of(as(Role.OPERATOR, "*"));
    Answer attach =
        operator.post(
            "/clusters/%s/actions".formatted(CLUSTER),
            "{\"policy_attach\": {\"policy_id\": \"none\"}}");
    assertThat(attach.status()).isEqualTo(403);
    assertThat(attach.json().path("error").path("message").asString()).contains("administer");
    Facade author = Facade.of(as(Role.AUTHOR, "*"));
    author.post(
        "/profiles",
        """
        {"profile": {"name": "small", "spec": {"type": "muster.member", "version": "1.0",
          "properties": {"providers": {"labels": {"provider": "yes"}}}}}}
        """);
    assertThat(
            operator
                .post(
                    "/clusters", "{\"cluster\": {\"name\": \"new-1\", \"profile_id\": \"small\"}}")
                .status())
        .isEqualTo(403);
    assertThat(author.get("/clusters/new-1").status()).isEqualTo(404);
  }

  @Test
  void anActionSaysWhoAskedForItAndARefusalIsInTheAudit() {
    Facade operator = Facade.of(as(Role.OPERATOR, CLUSTER));
    String action =
        Facade.accepted(
            operator.post("/clusters/%s/actions".formatted(CLUSTER), "{\"check\": {}}"));
    assertThat(operator.got("/actions/" + action).path("action").path("user").asString())
        .isEqualTo(Role.OPERATOR.word());
    String path = "/senlin/v1/clusters/%s/actions".formatted(CLUSTER);
    Http viewer = as(Role.VIEWER, CLUSTER);
    assertThat(viewer.post(path, "{\"check\": {}}").status()).isEqualTo(403);
    org.awaitility.Awaitility.await()
        .untilAsserted(() ->
            assertThat(as(Role.ADMIN, "*").get("/v1/audit").text().toLowerCase(Locale.ROOT))
                .contains("post " + path));
  }
}
