package dev.muster.api.playbooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.net.http.HttpRequest.BodyPublishers;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class PlaybooksTest {

  private static final String PLAYBOOK =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: %s, description: "%s"}
      stages:
        - name: all
          targets: {select: "role=broker"}
          steps:
            - {name: ping, action: test.ping}
      """;

  private final Http http = RunningApi.shared().http();

  @Test
  void otherContentMakesAVersionAndTheSameContentDoesNot() {
    Http.Answer first = http.postYaml("/v1/playbooks", PLAYBOOK.formatted("versions", "one"));
    assertThat(first.status()).as(first.text()).isEqualTo(201);
    assertThat(first.json().path("version").asInt()).isEqualTo(1);

    Http.Answer same =
        http.postYaml("/v1/playbooks", "# a comment\n" + PLAYBOOK.formatted("versions", "one"));
    assertThat(same.status()).isEqualTo(200);
    assertThat(same.json().path("version").asInt()).isEqualTo(1);

    Http.Answer second = http.postYaml("/v1/playbooks", PLAYBOOK.formatted("versions", "two"));
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.json().path("version").asInt()).isEqualTo(2);

    JsonNode newest = http.get("/v1/playbooks/versions").json();
    assertThat(newest.path("description").asString()).isEqualTo("two");
    assertThat(newest.path("source").asString()).startsWith("apiVersion");
    assertThat(newest.path("definition").path("kind").asString()).isEqualTo("Playbook");
    JsonNode old = http.get("/v1/playbooks/versions?version=1").json();
    assertThat(old.path("description").asString()).isEqualTo("one");

    JsonNode versions = http.get("/v1/playbooks/versions/versions?limit=1").json();
    assertThat(versions.path("items").path(0).path("version").asInt()).isEqualTo(2);
    assertThat(versions.path("items").path(0).has("source")).isFalse();
    JsonNode rest =
        http.get(
                "/v1/playbooks/versions/versions?limit=1&marker="
                    + versions.path("next").asString())
            .json();
    assertThat(rest.path("items").path(0).path("version").asInt()).isEqualTo(1);
    assertThat(rest.has("next")).isFalse();
  }

  @Test
  void jsonIsTakenAsWell() {
    Http.Answer answer =
        http.post(
            "/v1/playbooks",
            """
            {"apiVersion":"muster/v1","kind":"Playbook","metadata":{"name":"as-json"},
             "stages":[{"name":"all","targets":{"select":"role=a"},
                        "steps":[{"name":"ping","action":"test.ping"}]}]}
            """);

    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
  }

  @Test
  void whatShipsIsThereFromTheStart() {
    JsonNode shipped = http.get("/v1/playbooks/rolling-restart").json();

    assertThat(shipped.path("createdBy").asString()).isEqualTo("muster");
    assertThat(http.get("/v1/playbooks?limit=500").json().path("items").valueStream())
        .anyMatch(one -> one.path("name").asString().equals("kill-and-recover"));
  }

  @Test
  void aBadExpressionIsAFindingWithItsPlace() {
    String bad =
        PLAYBOOK
            .formatted("bad", "")
            .replace("action: test.ping", "action: test.ping, args: {x: \"${nodee.id}\"}");

    Http.Answer answer = http.postYaml("/v1/playbooks", bad);

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.problem()).isEqualTo("bad-playbook");
    JsonNode finding = answer.json().path("findings").path(0);
    assertThat(finding.path("path").asString()).isEqualTo("/stages/0/steps/0/args/x");
    assertThat(finding.path("message").asString()).contains("nodee");
    assertThat(http.get("/v1/playbooks/bad").problem()).isEqualTo("not-found");
  }

  @Test
  void checkingStoresNothing() {
    Http.Answer good = http.postYaml("/v1/playbooks/check", PLAYBOOK.formatted("only-check", ""));
    assertThat(good.status()).isEqualTo(200);
    assertThat(good.json().path("findings")).isEmpty();
    assertThat(http.get("/v1/playbooks/only-check").problem()).isEqualTo("not-found");

    Http.Answer bad = http.postYaml("/v1/playbooks/check", "stagess: []");
    assertThat(bad.status()).isEqualTo(200);
    assertThat(bad.json().path("findings")).isNotEmpty();
  }

  @Test
  void documentsThatAreNoPlaybooksAreProblemsAndNeverBugs() {
    for (String document : new String[] {"", "[", "a: &a [*a]", "- 1", "\u0001", "{\"a\":1}"}) {
      Http.Answer answer = http.postYaml("/v1/playbooks", document);
      assertThat(answer.status()).as(document + " " + answer.text()).isIn(400, 422);
    }
    Http.Answer binary =
        http.send(
            http.request("/v1/playbooks")
                .header("Content-Type", "application/yaml")
                .POST(BodyPublishers.ofByteArray(new byte[] {(byte) 0xff, (byte) 0xfe, 0, 1})));
    assertThat(binary.problem()).isEqualTo("bad-request");
    assertThat(binary.detail()).contains("UTF-8");
  }

  @Test
  void theSchemaIsServedForEditors() {
    Http.Answer answer = http.get("/v1/schemas/playbook.json");

    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(answer.json().path("$schema").asString()).contains("2020-12");
  }

  @Test
  void versionsThatDoNotExistAreNotFound() {
    assertThat(http.get("/v1/playbooks/rolling-restart?version=99").detail())
        .contains("no version 99");
    assertThat(http.get("/v1/playbooks/none-such/versions").problem()).isEqualTo("not-found");
    assertThat(http.get("/v1/playbooks/rolling-restart?version=x").problem())
        .isEqualTo("bad-request");
  }
}
