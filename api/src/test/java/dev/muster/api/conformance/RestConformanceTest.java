package dev.muster.api.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.ActionScript;
import dev.muster.api.fixture.FakeEngine;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Cases of Senlin and Replicante that concern the REST API; docs/conformance/rest.md lists them.
 */
final class RestConformanceTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  /** Senlin List-1: filters AND-ed, lists are IN; pages without gap or repeat. */
  @Test
  void list1PagesWithoutGapOrRepeat() {
    String cluster = api.cluster(1);
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      made.addFirst(create(cluster, "{\"kind\":\"test.ping\"}"));
    }
    create(cluster, "{\"kind\":\"test.loop\"}");
    String list = "/v1/actions?cluster=" + cluster + "&kind=test.ping&state=READY,DONE&limit=3";

    List<String> seen = new ArrayList<>();
    List<Integer> sizes = new ArrayList<>();
    String marker = "";
    do {
      JsonNode page = http.get(list + marker).json();
      page.path("items").forEach(action -> seen.add(action.path("id").asString()));
      sizes.add(page.path("items").size());
      marker = page.has("next") ? "&marker=" + page.path("next").asString() : "";
    } while (!marker.isEmpty());

    assertThat(seen).containsExactlyElementsOf(made);
    assertThat(new HashSet<>(seen)).hasSize(7);
    assertThat(sizes).containsExactly(3, 3, 1);
  }

  /** Senlin List-2: every bad value is refused. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=-1",
        "limit=0",
        "limit=501",
        "limit=abc",
        "limit=1.5",
        "limit=99999999999",
        "marker=not-a-uuid",
        "marker=",
        "marker=7c1b1e3e-0000-4000-8000-000000000000",
        "foo=bar",
        "sort=name",
        "state=BOGUS",
        "kind=NO SUCH KIND",
        "run=xyz",
        "cluster=NO_GOOD"
      })
  void list2RefusesEveryBadValue(String query) {
    Http.Answer answer = http.get("/v1/actions?" + query.replace(" ", "%20"));

    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    assertThat(answer.problem()).isEqualTo("bad-request");
    assertThat(answer.detail()).contains("expected").doesNotContain("dev.muster", "java.");
  }

  /** Senlin Show-1: by UUID, by unique prefix; ambiguous 400 with the matches, none 404. */
  @Test
  void show1FindsByUuidAndByUniquePrefix() {
    String cluster = api.cluster(1);
    String start = UUID.randomUUID().toString().substring(0, 7);
    String one = start + "1" + UUID.randomUUID().toString().substring(8);
    String two = start + "2" + UUID.randomUUID().toString().substring(8);
    create(cluster, "{\"kind\":\"test.ping\",\"id\":\"%s\"}".formatted(one));
    create(cluster, "{\"kind\":\"test.ping\",\"id\":\"%s\"}".formatted(two));

    assertThat(shownId(one)).isEqualTo(one);
    assertThat(shownId(start + "2")).isEqualTo(two);
    assertThat(shownId(one.toUpperCase(java.util.Locale.ROOT))).isEqualTo(one);

    Http.Answer ambiguous = http.get("/v1/actions/" + start);
    assertThat(ambiguous.status()).isEqualTo(400);
    assertThat(ambiguous.problem()).isEqualTo("ambiguous-id");
    assertThat(ambiguous.json().path("matches").valueStream().map(JsonNode::asString))
        .containsExactly(one, two);

    assertThat(http.get("/v1/actions/" + UUID.randomUUID()).problem()).isEqualTo("not-found");
    assertThat(http.get("/v1/actions/abc").problem()).isEqualTo("bad-request");
  }

  /** Replicante 57: approve or reject of anything but PENDING_APPROVE is refused; missing 404. */
  @Test
  void case57ApprovesAndRejectsOnlyWhatWaitsForIt() {
    FakeEngine.onAction(new ActionScript(api.database()));
    String cluster = api.cluster(1);
    String waiting = create(cluster, "{\"kind\":\"test.ping\",\"approve\":\"required\"}");
    String refused = create(cluster, "{\"kind\":\"test.ping\",\"approve\":\"required\"}");
    String plain = create(cluster, "{\"kind\":\"test.ping\"}");

    Http.Answer approved = http.postAs("bob", "/v1/actions/" + waiting + "/approve", "{}");
    assertThat(approved.status()).isEqualTo(200);
    assertThat(approved.json().path("state").asString()).isEqualTo("PENDING_SCHEDULE");

    Http.Answer rejected = http.post("/v1/actions/" + refused + "/reject", "{\"why\":\"no\"}");
    assertThat(rejected.json().path("state").asString()).isEqualTo("CANCELLED");

    for (String verb : List.of("/approve", "/reject")) {
      for (String id : List.of(plain, waiting, refused)) {
        Http.Answer again = http.post("/v1/actions/" + id + verb);
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.problem()).isEqualTo("not-possible");
        assertThat(again.detail()).contains("PENDING_APPROVE");
      }
      assertThat(http.post("/v1/actions/" + UUID.randomUUID() + verb).status()).isEqualTo(404);
    }
  }

  private String create(String cluster, String body) {
    Http.Answer made = http.post("/v1/clusters/" + cluster + "/nodes/node-1/actions", body);
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    return made.json().path("id").asString();
  }

  private String shownId(String id) {
    return http.get("/v1/actions/" + id).json().path("id").asString();
  }
}
