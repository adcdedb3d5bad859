package dev.muster.senlin.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.Http.Answer;
import dev.muster.senlin.fixture.Facade;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** How a client finds its way: versions, microversions, and receivers' addresses. */
final class SenlinWayTest {

  private final Http http = Facade.api().http();
  private final Facade senlin = Facade.open();

  private Answer asked(String version, String method, String path) {
    return http.send(
        http.request(path)
            .header("OpenStack-API-Version", version)
            .header("Content-Type", "application/json")
            .method(method, Http.text(method.equals("GET") ? "" : "{}")));
  }

  @Test
  void versionsAreFoundBesideTheRootAndInV1() {
    Answer root = http.get("/senlin");
    assertThat(root.status()).isEqualTo(300);
    JsonNode version = root.json().path("versions").get(0);
    assertThat(version.path("id").asString()).isEqualTo("1.0");
    assertThat(version.path("status").asString()).isEqualTo("CURRENT");
    assertThat(version.path("max_version").asString()).isEqualTo("1.14");
    assertThat(version.path("links").get(0).path("href").asString())
        .isEqualTo("http://127.0.0.1:%d/senlin/v1/".formatted(Facade.api().port()));
    Answer v1 = http.get("/senlin/v1");
    assertThat(v1.status()).isEqualTo(200);
    assertThat(v1.json().path("version")).isEqualTo(version);
  }

  @Test
  void aVersionThatIsTooNewIsRefusedAndOneThatLacksTheMethodToo() {
    assertThat(asked("clustering 1.15", "GET", "/senlin/v1/clusters").status()).isEqualTo(406);
    assertThat(asked("clustering 2.0", "GET", "/senlin/v1/clusters").status()).isEqualTo(406);
    assertThat(asked("clustering one", "GET", "/senlin/v1/clusters").status()).isEqualTo(400);
    Answer old = asked("clustering 1.6", "GET", "/senlin/v1/services");
    assertThat(old.status()).isEqualTo(400);
    assertThat(old.json().path("error").path("message").asString())
        .startsWith("API version '1.6' is not supported on this method");
    Answer known = asked("compute 2.1, clustering 1.7", "GET", "/senlin/v1/services");
    assertThat(known.status()).isEqualTo(200);
    assertThat(known.whole().headers().firstValue("OpenStack-API-Version"))
        .hasValue("clustering 1.7");
    assertThat(asked("clustering latest", "GET", "/senlin/v1/services").status()).isEqualTo(200);
    assertThat(http.get("/senlin/v1/services").status()).isEqualTo(400);
  }

  @Test
  void typesHaveTheirVersionsInTheirNamesForOldClientsOnly() {
    assertThat(
            asked("clustering 1.4", "GET", "/senlin/v1/policy-types")
                .json()
                .path("policy_types")
                .findValuesAsString("name"))
        .contains("senlin.policy.scaling-1.0", "muster.policy.cel-1.0");
    assertThat(senlin.got("/policy-types").path("policy_types").findValuesAsString("name"))
        .contains("senlin.policy.scaling");
    assertThat(senlin.got("/profile-types").path("profile_types").findValuesAsString("name"))
        .containsExactly("muster.member");
    assertThat(senlin.get("/profile-types/os.nova.server-1.0").status()).isEqualTo(404);
  }

  @Test
  void aReceiversAddressIsShownToWhoMadeItAndTriggersItsAction() {
    String cluster = Facade.cluster();
    Answer made =
        senlin.post(
            "/receivers",
            """
            {"receiver": {"name": "more", "type": "webhook", "cluster_id": "%s",
              "action": "CLUSTER_SCALE_OUT", "params": {}}}
            """
                .formatted(cluster));
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    JsonNode receiver = made.json().path("receiver");
    String url = receiver.path("channel").path("alarm_url").asString();
    assertThat(senlin.got("/receivers/" + receiver.path("id").asString()).path("receiver"))
        .isEqualTo(receiver);
    JsonNode others =
        http.send(
                http.request("/senlin/v1/receivers/" + receiver.path("id").asString())
                    .header("Muster-User", "eve")
                    .GET())
            .json();
    assertThat(others.path("receiver").path("channel").isEmpty()).isTrue();

    String path = url.substring(url.indexOf("/senlin"));
    Answer triggered = http.post(path + "&count=2", "{}");
    assertThat(triggered.status()).as(triggered.text()).isEqualTo(202);
    JsonNode action = http.get("/v1/actions/" + triggered.json().path("action").asString()).json();
    assertThat(action.path("kind").asString()).isEqualTo("cluster.scale-out");
    assertThat(action.path("args").toString()).isEqualTo("{\"count\":2}");
    assertThat(http.post(path + "&profile=x", "{}").status()).isEqualTo(400);
    assertThat(http.post(path.replace("?V=2", ""), "{}").status()).isEqualTo(400);
    assertThat(http.post(path.replace("muster_", "muster_x"), "{}").status()).isEqualTo(401);
    assertThat(senlin.delete("/receivers/more").status()).isEqualTo(204);
    assertThat(http.post(path, "{}").status()).isEqualTo(401);
  }

  @Test
  void aPageOfAnotherSiteChangesNothing() {
    String cluster = Facade.cluster();
    Answer answer =
        http.send(
            http.request("/senlin/v1/clusters/%s/actions".formatted(cluster))
                .header("Origin", "http://elsewhere.example.com")
                .header("Content-Type", "application/json")
                .POST(Http.text("{\"scale_out\": {}}")));
    assertThat(answer.status()).isEqualTo(403);
    assertThat(senlin.got("/actions?cluster_id=" + cluster).path("actions")).isEmpty();
  }

  @Test
  void aProfileOfAnotherTypeIsRefusedWithWhatIsThere() {
    Answer nova =
        senlin.post(
            "/profiles",
            "{\"profile\": {\"name\": \"vm\", \"spec\": {\"type\": \"os.nova.server\", \"version\":"
                + " \"1.0\"}}}");
    assertThat(nova.status()).isEqualTo(404);
    assertThat(nova.json().path("error").path("message").asString())
        .contains("os.nova.server", "muster.member");
    Answer wrong =
        senlin.post(
            "/policies",
            """
            {"policy": {"name": "lb", "spec": {"type": "senlin.policy.loadbalance",
              "version": "1.0", "properties": {"pool": {}}}}}
            """);
    assertThat(wrong.status()).isEqualTo(400);
    assertThat(wrong.json().path("error").path("type").asString()).isEqualTo("InvalidSpec");
  }
}
