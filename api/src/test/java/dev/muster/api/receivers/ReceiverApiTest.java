package dev.muster.api.receivers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.Role;
import dev.muster.records.RecordsFixture;
import dev.muster.records.sql.PageRequest;
import dev.muster.records.tokens.TokenRecord;
import java.time.Instant;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class ReceiverApiTest {

  private static final RunningApi API = RunningApi.with("--muster.http.authentication=required");
  private static final String ALARM =
      "{\"name\":\"alarm\",\"action\":{\"kind\":\"cluster.check\"}}";

  private final String cluster =
      RecordsFixture.cluster(API.records(), "c-" + UUID.randomUUID(), 0).cluster().value();
  private final String path = "/v1/clusters/" + cluster + "/receivers";
  private final Http stranger = API.http();

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void whoeverKnowsTheAddressTriggersTheActionInTheNameOfWhoMadeIt() {
    Http ada = as("ada-1");
    String address = made(ada, ALARM);

    Http.Answer triggered = stranger.post(address);

    assertThat(triggered.status()).isEqualTo(200);
    String id = triggered.json().path("action").asString();
    JsonNode action = ada.get("/v1/actions/" + id).json();
    assertThat(action.path("origin").asString()).isEqualTo("receiver");
    assertThat(action.path("requester").asString()).isEqualTo("ada-1");
    assertThat(action.path("transitions").path(0).path("by").asString())
        .isEqualTo("receiver:alarm");
    JsonNode shown = ada.get(path + "/alarm").json();
    assertThat(shown.path("triggered").asLong()).isEqualTo(1);
    assertThat(shown.path("lastAction").asString()).isEqualTo(id);
    assertThat(audit()).contains("receiver.create", "receiver.trigger", "receiver:alarm");
  }

  @Test
  void theSecretIsShownOnceAndKeptNowhere() {
    Http ada = as("ada-2");
    String secret = made(ada, ALARM).split("/", -1)[3];

    assertThat(ada.get(path + "/alarm").text()).doesNotContain(secret).doesNotContain("path");
    assertThat(ada.get(path).text()).doesNotContain(secret);
    assertThat(ada.post(path, ALARM).status()).as("it cannot be had again").isEqualTo(409);
    assertThat(audit()).doesNotContain(secret);
  }

  @Test
  void aPersonWhoLostTheRoleTriggersNothing() {
    Http ada = as("ada-3");
    String address = made(ada, ALARM);
    assertThat(stranger.post(address).status()).isEqualTo(200);

    API.records().tokens().list(PageRequest.FIRST).items().stream()
        .filter(token -> token.identity().name().equals("ada-3"))
        .map(TokenRecord::id)
        .forEach(id -> API.records().tokens().revoke(id, "root", Instant.now()));

    Http.Answer refused = stranger.post(address);
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.detail()).contains("ada-3", "may not operate");
    Given.token(API.records(), "ada-3", Role.OPERATOR, "elsewhere-*");
    assertThat(stranger.post(address).status()).as("a role on other clusters").isEqualTo(403);
    Given.token(API.records(), "ada-3", Role.OPERATOR, cluster);
    assertThat(stranger.post(address).status()).as("the role is back").isEqualTo(200);
  }

  @Test
  void aReceiverThatIsDeletedOrUnknownOpensNothing() {
    Http ada = as("ada-4");
    String address = made(ada, ALARM);
    assertThat(ada.delete(path + "/alarm").status()).isEqualTo(204);
    assertThat(ada.delete(path + "/alarm").status()).isEqualTo(404);

    assertThat(stranger.post(address).status()).isEqualTo(401);
    assertThat(ada.post(address).status()).as("a person's token is no secret").isEqualTo(401);
    Awaitility.await()
        .untilAsserted(() -> assertThat(audit()).contains("POST /v1/webhooks/…/trigger"));
    assertThat(audit()).doesNotContain(address);
  }

  @Test
  void onlyParametersThatWereLeftOpenMayBeGiven() {
    Http ada = as("ada-5");
    String closed = made(ada, ALARM);
    String open =
        made(
            ada,
            "{\"name\":\"open\",\"action\":{\"kind\":\"cluster.check\",\"args\":{\"kind\":\"agent.version\"}},"
                + "\"parameters\":[\"bestEffort\"]}");

    JsonNode without = action(ada, stranger.post(closed, "{\"kind\":\"exec.command\"}"));
    assertThat(without.path("args").isEmpty()).as("what is sent is not looked at").isTrue();

    JsonNode with = action(ada, stranger.post(open, "{\"bestEffort\":true}"));
    assertThat(with.path("args").path("bestEffort").asBoolean()).isTrue();
    assertThat(with.path("args").path("kind").asString()).isEqualTo("agent.version");

    Http.Answer refused = stranger.post(open, "{\"kind\":\"exec.command\"}");
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.detail()).contains("kind", "bestEffort");
    assertThat(stranger.post(open, "{\"bestEffort\":\"perhaps\"}").status())
        .as("the verb's own rules hold")
        .isEqualTo(400);
  }

  @Test
  void whatCouldNeverBeTriggeredIsRefused() {
    Http ada = as("ada-6");
    assertThat(ada.post(path, ALARM.replace("cluster.check", "test.ping")).status()).isEqualTo(400);
    assertThat(ada.post(path, ALARM.replace("}}", "},\"node\":\"never\"}")).status())
        .isEqualTo(404);
    assertThat(ada.post(path, ALARM.replace("}}", "},\"expires\":\"PT0S\"}")).detail())
        .contains("expires");
    Http viewer = API.http().with(Given.token(API.records(), "vera", Role.VIEWER, "*"));
    assertThat(viewer.post(path, ALARM).status()).isEqualTo(403);
  }

  private static Http as(String name) {
    return API.http().with(Given.token(API.records(), name, Role.OPERATOR, "*"));
  }

  private String made(Http who, String body) {
    Http.Answer answer = who.post(path, body);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json().path("path").asString();
  }

  private static JsonNode action(Http who, Http.Answer triggered) {
    assertThat(triggered.status()).as(triggered.text()).isEqualTo(200);
    return who.get("/v1/actions/" + triggered.json().path("action").asString()).json();
  }

  private static String audit() {
    return API.http()
        .with(Given.token(API.records(), "auditor", Role.VIEWER, "*"))
        .get("/v1/audit?limit=200")
        .text();
  }
}
