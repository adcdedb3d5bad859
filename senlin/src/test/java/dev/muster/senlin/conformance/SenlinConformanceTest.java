package dev.muster.senlin.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http.Answer;
import dev.muster.senlin.fixture.Facade;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Cases List-1, List-2 and Show-1 of Senlin, in its own words and over real HTTP. */
final class SenlinConformanceTest {

  private final Facade senlin = Facade.open();

  private String checked(String cluster) {
    return Facade.accepted(
        senlin.post("/clusters/%s/actions".formatted(cluster), "{\"check\": {}}"));
  }

  private String scaled(String cluster) {
    return Facade.accepted(
        senlin.post("/clusters/%s/actions".formatted(cluster), "{\"scale_out\": {}}"));
  }

  private List<String> ids(String path, String list) {
    return senlin.got(path).path(list).valueStream().map(one -> one.path("id").asString()).toList();
  }

  /** As the SDK walks: page by page, behind the last one, until nothing follows. */
  private List<String> walked(String path, int limit) {
    List<String> seen = new ArrayList<>();
    List<String> page = ids(path + "&limit=" + limit, "actions");
    while (!page.isEmpty()) {
      assertThat(page.size()).isLessThanOrEqualTo(limit);
      seen.addAll(page);
      page = ids(path + "&limit=" + limit + "&marker=" + page.getLast(), "actions");
    }
    return seen;
  }

  @Test
  void list1FiltersAreJoinedByAndAndValuesByOr() {
    String cluster = Facade.cluster();
    String check = checked(cluster);
    String scale = scaled(cluster);
    checked(Facade.cluster());
    String of = "/actions?cluster_id=" + cluster;
    assertThat(ids(of, "actions")).containsExactly(check, scale);
    assertThat(ids(of + "&action=CLUSTER_CHECK", "actions")).containsExactly(check);
    assertThat(ids(of + "&action=CLUSTER_CHECK&action=CLUSTER_SCALE_OUT", "actions")).hasSize(2);
    assertThat(ids(of + "&status=READY&action=CLUSTER_SCALE_OUT", "actions"))
        .containsExactly(scale);
    assertThat(ids(of + "&status=SUCCEEDED&status=FAILED", "actions")).isEmpty();
    assertThat(ids(of + "&status=INIT", "actions")).isEmpty();
    String id = senlin.got("/clusters/" + cluster).path("cluster").path("id").asString();
    assertThat(ids("/actions?target=" + id, "actions")).containsExactly(check, scale);
    assertThat(ids("/actions?cluster_id=no-such-cluster", "actions")).isEmpty();
  }

  @Test
  void list1PagesWithoutGapOrRepeatAndEndsWithAnEmptyOne() {
    String cluster = Facade.cluster();
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      made.add(checked(cluster));
    }
    String of = "/actions?cluster_id=" + cluster;
    for (int limit : List.of(1, 3, 7, 50)) {
      assertThat(walked(of, limit)).containsExactlyElementsOf(made);
    }
    assertThat(ids(of + "&limit=0", "actions")).isEmpty();
    assertThat(walked(of + "&sort=created_at:desc", 2)).isEqualTo(made.reversed());
  }

  @Test
  void list1SortsBySeveralKeysWithDirections() {
    String cluster = Facade.cluster();
    String first = checked(cluster);
    String scale = scaled(cluster);
    String second = checked(cluster);
    String of = "/actions?cluster_id=" + cluster;
    assertThat(ids(of + "&sort=action:desc,created_at:desc", "actions"))
        .containsExactly(scale, second, first);
    assertThat(ids(of + "&sort=status:desc,action", "actions"))
        .containsExactly(first, second, scale);
  }

  @Test
  void list1OtherListsFilterSortAndPageToo() {
    List<String> names = List.of(Facade.cluster(), Facade.cluster(), Facade.cluster());
    List<JsonNode> all =
        senlin.got("/clusters?sort=name:desc").path("clusters").valueStream().toList();
    assertThat(all).extracting(one -> one.path("name").asString()).containsAll(names);
    assertThat(all)
        .extracting(one -> one.path("name").asString())
        .isSortedAccordingTo(java.util.Comparator.reverseOrder());
    List<String> whole = all.stream().map(one -> one.path("id").asString()).toList();
    List<String> seen = new ArrayList<>();
    List<String> page = ids("/clusters?sort=name:desc&limit=2", "clusters");
    while (!page.isEmpty()) {
      seen.addAll(page);
      page = ids("/clusters?sort=name:desc&limit=2&marker=" + page.getLast(), "clusters");
    }
    assertThat(seen).isEqualTo(whole);
    assertThat(new HashSet<>(seen)).hasSameSizeAs(seen);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "limit=-1",
        "limit=abc",
        "marker=nope",
        "marker=d8f6a6c2-1111-4111-8111-111111111111",
        "sort=foo",
        "sort=name:up",
        "status=BOGUS",
        "action=CLUSTER_DANCE",
        "global_project=maybe",
        "foo=1",
        "limit=1&limit=2"
      })
  void list2EveryBadValueIsRefused(String query) {
    Answer answer = senlin.get("/actions?" + query);
    assertThat(answer.status()).as(answer.text()).isEqualTo(400);
    JsonNode error = answer.json();
    assertThat(error.path("code").asInt()).isEqualTo(400);
    assertThat(error.path("error").path("code").asInt()).isEqualTo(400);
    assertThat(error.path("error").path("type").asString()).isEqualTo("HTTPBadRequest");
    assertThat(error.path("explanation").asString())
        .isEqualTo(error.path("error").path("message").asString());
  }

  @ParameterizedTest
  @CsvSource({
    "/clusters, foo",
    "/nodes, foo",
    "/policies, foo",
    "/profiles, foo",
    "/receivers, foo",
    "/events, foo"
  })
  void list2NoListTakesWhatItDoesNotKnow(String path, String parameter) {
    Answer answer = senlin.get("%s?%s=1".formatted(path, parameter));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.json().path("error").path("message").asString())
        .isEqualTo("Invalid parameter " + parameter);
  }

  @Test
  void show1FindsByIdByNameAndByTheBeginningOfAnId() {
    String cluster = Facade.cluster();
    String action = checked(cluster);
    JsonNode shown = senlin.got("/actions/" + action).path("action");
    assertThat(shown.path("target").asString()).isEqualTo(shown.path("cluster_id").asString());
    for (String text : List.of(action, action.substring(0, 13), shown.path("name").asString())) {
      assertThat(senlin.got("/actions/" + text).path("action").path("id").asString())
          .isEqualTo(action);
    }
    String id = shown.path("target").asString();
    for (String text :
        List.of(id, id.toUpperCase(java.util.Locale.ROOT), id.substring(0, 12), cluster)) {
      assertThat(senlin.got("/clusters/" + text).path("cluster").path("name").asString())
          .isEqualTo(cluster);
    }
  }

  @Test
  void show1WhatFitsMoreIsRefusedAndWhatFitsNothingIsMissing() {
    String cluster = Facade.cluster();
    checked(cluster);
    checked(cluster);
    String id = senlin.got("/clusters/" + cluster).path("cluster").path("id").asString();
    Answer several = senlin.get("/actions/cluster_check_" + id.substring(0, 8));
    assertThat(several.status()).isEqualTo(400);
    assertThat(several.json().path("error").path("type").asString()).isEqualTo("MultipleChoices");
    Facade.cluster();
    Answer nodes = senlin.get("/nodes/node-1");
    assertThat(nodes.status()).isEqualTo(400);
    assertThat(nodes.json().path("error").path("message").asString())
        .isEqualTo(
            "Multiple results found matching the query criteria 'node-1'. Please be more"
                + " specific.");
    for (String missing :
        List.of(
            "/actions/none",
            "/clusters/none",
            "/nodes/none",
            "/policies/none",
            "/profiles/none",
            "/receivers/none",
            "/events/none",
            "/nothing")) {
      Answer answer = senlin.get(missing);
      assertThat(answer.status()).as(missing).isEqualTo(404);
      assertThat(answer.json().path("error").path("type").asString()).isEqualTo("ResourceNotFound");
    }
    assertThat(senlin.get("/clusters/none").json().path("error").path("message").asString())
        .isEqualTo("The cluster 'none' could not be found.");
  }
}
