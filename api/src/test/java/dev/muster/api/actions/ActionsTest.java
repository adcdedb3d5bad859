package dev.muster.api.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.FakeEngine;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.workflows.contract.CommandOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

final class ActionsTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void anActionIsRecordedWithItsFirstTransition() {
    String actions = "/v1/clusters/" + api.cluster(1) + "/nodes/node-1/actions";

    Http.Answer made =
        http.postAs(
            "ada",
            actions,
            """
            {"kind":"exec.command","args":{"argv":["/bin/true"]},"timeout":"PT30S",
             "evenWhenDown":true,"metadata":{"ticket":"OPS-1"}}
            """);

    assertThat(made.status()).isEqualTo(201);
    JsonNode action = made.json();
    assertThat(action.path("state").asString()).isEqualTo("PENDING_SCHEDULE");
    assertThat(action.path("senlinState").asString()).isEqualTo("READY");
    assertThat(action.path("requester").asString()).isEqualTo("ada");
    assertThat(action.path("timeout").asString()).isEqualTo("PT30S");
    assertThat(action.path("evenWhenDown").asBoolean()).isTrue();
    assertThat(action.path("attempt").asInt()).isEqualTo(1);
    assertThat(action.has("run")).isFalse();
    JsonNode first = action.path("transitions").path(0);
    assertThat(first.has("from")).isFalse();
    assertThat(first.path("to").asString()).isEqualTo("PENDING_SCHEDULE");
    assertThat(first.path("by").asString()).isEqualTo("user:ada");
  }

  @Test
  void approvalAndDependenciesDecideTheFirstState() {
    String actions = "/v1/clusters/" + api.cluster(1) + "/nodes/node-1/actions";
    String first = id(http.post(actions, "{\"kind\":\"test.ping\",\"approve\":\"required\"}"));

    JsonNode asked = http.get("/v1/actions/" + first).json();
    assertThat(asked.path("state").asString()).isEqualTo("PENDING_APPROVE");
    assertThat(asked.path("wait").path("code").asString()).isEqualTo("APPROVAL");
    assertThat(asked.path("wait").path("text").asString())
        .contains("approve or reject", "muster action approve " + first);
    JsonNode behind =
        http.post(actions, "{\"kind\":\"test.ping\",\"dependsOn\":[\"%s\"]}".formatted(first))
            .json();
    assertThat(behind.path("state").asString()).isEqualTo("WAITING");
    assertThat(behind.path("wait").path("code").asString()).isEqualTo("DEPENDENCY");
    assertThat(behind.path("wait").path("text").asString()).contains(first, "cancelled if");
    Http.Answer unknown =
        http.post(
            actions,
            "{\"kind\":\"test.ping\",\"dependsOn\":[\"%s\"]}".formatted(UUID.randomUUID()));
    assertThat(unknown.problem()).isEqualTo("bad-request");
    assertThat(unknown.detail()).contains("dependsOn");
  }

  /** Senlin Dep-1. */
  @Test
  void dep1DependenciesAreShownOnBothSidesAndTheDependentWaits() {
    String actions = "/v1/clusters/" + api.cluster(1) + "/nodes/node-1/actions";
    String one = id(http.post(actions, "{\"kind\":\"test.ping\"}"));
    String two = id(http.post(actions, "{\"kind\":\"test.ping\"}"));
    JsonNode behind =
        http.post(
                actions,
                "{\"kind\":\"test.ping\",\"dependsOn\":[\"%s\",\"%s\"]}".formatted(one, two))
            .json();
    assertThat(behind.path("senlinState").asString()).isEqualTo("WAITING");
    assertThat(texts(behind.path("dependsOn"))).containsExactly(one, two);
    assertThat(behind.path("dependedBy")).isEmpty();
    for (String first : List.of(one, two)) {
      assertThat(texts(http.get("/v1/actions/" + first).json().path("dependedBy")))
          .containsExactly(behind.path("id").asString());
    }
  }

  /** Senlin Dep-2. */
  @Test
  void dep2SeveralMayDependOnOneAndAllOfThemWait() {
    String actions = "/v1/clusters/" + api.cluster(1) + "/nodes/node-1/actions";
    String one = id(http.post(actions, "{\"kind\":\"test.ping\"}"));
    List<String> behind = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Http.Answer made =
          http.post(actions, "{\"kind\":\"test.ping\",\"dependsOn\":[\"%s\"]}".formatted(one));
      assertThat(made.json().path("senlinState").asString()).isEqualTo("WAITING");
      behind.add(id(made));
    }
    assertThat(texts(http.get("/v1/actions/" + one).json().path("dependedBy")))
        .containsExactlyInAnyOrderElementsOf(behind);
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asString).toList();
  }

  @Test
  void anIdOfOnesOwnMakesTheRequestRepeatable() {
    String cluster = api.cluster(2);
    String body = "{\"id\":\"%s\",\"kind\":\"test.ping\"}".formatted(UUID.randomUUID());
    String path = "/v1/clusters/" + cluster + "/nodes/node-";

    assertThat(http.post(path + "1/actions", body).status()).isEqualTo(201);
    Http.Answer again = http.post(path + "1/actions", body);
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.json().path("transitions")).hasSize(1);
    assertThat(http.post(path + "2/actions", body).problem()).isEqualTo("conflict");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"kind":"No Such Kind!"}                              | /kind
          {"args":{}}                                           | /kind: missing
          {"kind":"test.ping","args":[]}                        | /args
          {"kind":"test.ping","timeout":"soon"}                 | /timeout
          {"kind":"test.ping","timeout":"PT0S"}                 | timeout: PT0S
          {"kind":"test.ping","scheduleWithin":"PT0S"}          | scheduleWithin: PT0S
          {"kind":"test.ping","scheduleWithin":"P366D"}         | PT0.001S to PT8760H
          {"kind":"test.ping","approve":"please"}               | required
          {"kind":"test.ping","id":"not-a-uuid"}                | /id
          {"kind":"test.ping","evenWhenDown":"yes"}             | /evenWhenDown
          {"kind":"test.ping","dependson":[]}                   | /dependson: unknown field
          {"kind":"test.ping","metadata":{"a":{"b":1}}}         | /metadata
          {"kind":"test.ping","metadata":{"a":null}}            | /metadata/a: null (expected: a text)
          {"kind":"test.ping","dependsOn":[null]}               | /dependsOn/0: null (expected: an action id)
          {"kind":"test.ping","id":""}                          | /id: does not fit
          {"kind":"test.ping","id":" "}                         | /id: does not fit
          {"kind":"test.ping","dependsOn":[""]}                 | /dependsOn/0: does not fit
          {"kind":"test.ping","timeout":60}                     | /timeout: does not fit
          {"kind":"test.ping","timeout":"P8D"}                  | timeout: PT192H (expected: PT0.001S to PT168H)
          """)
  void aBodyThatDoesNotFitSaysWhere(String body, String where) {
    Http.Answer answer =
        http.post("/v1/clusters/" + api.cluster(1) + "/nodes/node-1/actions", body);

    assertThat(answer.problem()).as(answer.text()).isEqualTo("bad-request");
    assertThat(answer.detail()).contains(where).doesNotContain("dev.muster", "java.", "tools.");
  }

  @Test
  void anActionNeedsItsNode() {
    String cluster = api.cluster(0);

    assertThat(
            http.post("/v1/clusters/" + cluster + "/nodes/ghost/actions", "{\"kind\":\"a.b\"}")
                .problem())
        .isEqualTo("not-found");
    assertThat(http.post("/v1/clusters/ghost/nodes/a/actions", "{\"kind\":\"a.b\"}").problem())
        .isEqualTo("not-found");
  }

  @Test
  void commandsSayWhyTheyWereRefused() {
    String actions = "/v1/clusters/" + api.cluster(1) + "/nodes/node-1/actions";
    String id = id(http.post(actions, "{\"kind\":\"test.ping\"}"));
    FakeEngine.onAction(command ->
        CommandOutcome.refused("by %s because %s".formatted(command.by(), command.why())));

    Http.Answer refused =
        http.postAs("ada", "/v1/actions/" + id + "/cancel", "{\"why\":\"enough\"}");

    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.problem()).isEqualTo("not-possible");
    assertThat(refused.detail()).isEqualTo("by ada because enough");
  }

  @Test
  void filtersJoinByAndAndStatesByOr() {
    String cluster = api.cluster(2);
    String path = "/v1/clusters/" + cluster + "/nodes/node-";
    http.post(path + "1/actions", "{\"kind\":\"test.ping\"}");
    http.post(path + "1/actions", "{\"kind\":\"test.loop\",\"approve\":\"required\"}");
    http.post(path + "2/actions", "{\"kind\":\"test.loop\"}");
    String list = "/v1/actions?cluster=" + cluster;

    assertThat(count(list)).isEqualTo(3);
    assertThat(count(list + "&node=node-1")).isEqualTo(2);
    assertThat(count(list + "&kind=test.loop")).isEqualTo(2);
    assertThat(count(list + "&kind=test.loop&state=PENDING_APPROVE")).isEqualTo(1);
    assertThat(count(list + "&state=PENDING_APPROVE,ready")).isEqualTo(3);
    assertThat(count(list + "&state=INIT")).isZero();
    assertThat(count(list + "&state=SUCCEEDED&state=FAILED")).isZero();
  }

  private int count(String list) {
    return http.get(list).json().path("items").size();
  }

  private static String id(Http.Answer made) {
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    return made.json().path("id").asString();
  }
}
