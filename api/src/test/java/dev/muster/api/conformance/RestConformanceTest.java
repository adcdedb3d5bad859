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

  /** Senlin List-1: sorted by several keys with directions, in pages without gap or repeat. */
  @Test
  void list1SortsBySeveralKeysWithDirections() {
    String cluster = api.cluster(1);
    String other = api.cluster(1);
    List<String> rows = new ArrayList<>();
    for (String name : List.of("b", "a", "c", "b", "a")) {
      for (String kind : List.of("test.ping", "test.loop")) {
        String made =
            create(
                name.equals("c") ? other : cluster,
                "{\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"}}".formatted(kind, name));
        rows.add("%s %s %02d %s".formatted(kind, name, 99 - rows.size(), made));
      }
    }
    create(api.cluster(1), "{\"kind\":\"test.ping\"}");
    rows.sort(
        java.util.Comparator.<String, String>comparing(row -> row.split(" ", -1)[0])
            .reversed()
            .thenComparing(java.util.Comparator.naturalOrder()));

    List<String> expected = rows.stream().map(row -> row.split(" ", -1)[3]).toList();
    String filters = "cluster=%s,%s&state=READY&sort=kind:desc,name".formatted(cluster, other);
    for (int limit : List.of(1, 4, 10)) {
      assertThat(paged("/v1/actions?%s&limit=%d".formatted(filters, limit))).isEqualTo(expected);
    }
    assertThat(paged("/v1/actions?%s&name=c,a".formatted(filters)))
        .containsExactlyElementsOf(
            rows.stream()
                .filter(row -> !row.contains(" b "))
                .map(row -> row.split(" ", -1)[3])
                .toList());
  }

  /** The list of runs takes the same, with keys of its own. */
  @Test
  void list1SortsAndFiltersRunsToo() {
    JsonNode all = http.get("/v1/runs?sort=playbook,created_at&limit=500").json();

    assertThat(all.path("items").valueStream().map(run -> run.path("playbook").asString()))
        .isSorted();
    assertThat(http.get("/v1/runs?playbook=no-such,none&cluster=a,b&sort=state").json().toString())
        .isEqualTo("{\"items\":[]}");
    Http.Answer wrong = http.get("/v1/runs?sort=kind");
    assertThat(wrong.problem()).isEqualTo("bad-request");
    assertThat(wrong.detail()).contains("state, playbook, cluster, requester");
  }

  private List<String> paged(String list) {
    List<String> seen = new ArrayList<>();
    String marker = "";
    do {
      JsonNode page = http.get(list + marker).json();
      page.path("items").forEach(action -> seen.add(action.path("id").asString()));
      marker = page.has("next") ? "&marker=" + page.path("next").asString() : "";
    } while (!marker.isEmpty());
    return seen;
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
        "sort=bogus",
        "sort=",
        "sort=state:up",
        "sort=state,,kind",
        "sort=state&sort=kind",
        "kind=test.ping,,test.loop",
        "name=a,,b",
        "cluster=a,NO_GOOD",
        "node=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21",
        "node=1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1",
        "sort=kind&marker=7c1b1e3e-0000-4000-8000-000000000000",
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

  @Test
  void aListThatWouldBeSortedAtAnyPriceIsRefused() {
    Http.Answer refused = http.get("/v1/actions?node=node-1&sort=kind");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.problem()).isEqualTo("cannot-sort");
    assertThat(refused.detail()).contains("with the filter cluster");
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
    assertThat(
            ambiguous
                .json()
                .path("matches")
                .valueStream()
                .map(match -> match.path("id").asString()))
        .containsExactly(one, two);
    assertThat(ambiguous.json().path("matches").path(0).path("what").asString())
        .startsWith("test.ping on %s/node-1, PENDING_SCHEDULE, created ".formatted(cluster));

    assertThat(http.get("/v1/actions/" + UUID.randomUUID()).problem()).isEqualTo("not-found");
    assertThat(http.get("/v1/actions/a%20b").problem()).isEqualTo("bad-request");
    assertThat(http.get("/v1/runs/abc").problem()).isEqualTo("bad-request");
  }

  /** Senlin Show-1: by unique name; an ambiguous name 400 with the matches, none 404. */
  @Test
  void show1FindsByUniqueNameAndListsWhatAnAmbiguousOneFits() {
    String cluster = api.cluster(1);
    String name = "n" + UUID.randomUUID().toString().substring(0, 8);
    String body = "{\"kind\":\"test.ping\",\"metadata\":{\"name\":\"%s\"}}".formatted(name);
    assertThat(http.get("/v1/actions/" + name).problem()).isEqualTo("not-found");
    String one = create(cluster, body);

    assertThat(shownId(name)).isEqualTo(one);
    assertThat(http.get("/v1/actions/" + name + "/log").status()).isEqualTo(200);

    String two = create(cluster, body);
    for (Http.Answer answer :
        List.of(
            http.get("/v1/actions/" + name), http.post("/v1/actions/" + name + "/cancel", "{}"))) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.problem()).isEqualTo("ambiguous-id");
      assertThat(
              answer.json().path("matches").valueStream().map(match -> match.path("id").asString()))
          .containsExactlyInAnyOrder(one, two);
      assertThat(answer.json().path("matches").path(0).path("what").asString())
          .contains("name " + name);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {35, 36, 37, 63})
  void aNameOfAnyLengthIsFoundAlsoOneAsLongAsAnId(int length) {
    String cluster = api.cluster(1);
    String name = ("z" + UUID.randomUUID() + UUID.randomUUID()).substring(0, length);
    String id =
        create(cluster, "{\"kind\":\"test.ping\",\"metadata\":{\"name\":\"%s\"}}".formatted(name));

    assertThat(shownId(name)).isEqualTo(id);
    assertThat(http.get("/v1/actions/q" + name.substring(1)).problem()).isEqualTo("not-found");
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
