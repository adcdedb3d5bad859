package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a schedule starts on a real agent, with a kill -9 of Muster between two due times. */
final class ScheduleIT {

  private static final String CLUSTER = "prod";
  private static final Duration SOON = Duration.ofMinutes(1);
  private static final Duration EVERY = Duration.ofSeconds(2);
  private static final Pattern DUE = Pattern.compile("due at (\\S+Z)");

  @TempDir private Path folder;

  @Test
  void eachDueTimeHasOneActionAtMostThoughMusterIsKilledBetweenTwo() {
    try (Installation muster = new Installation(TestedEngine.EMBEDDED, folder)) {
      muster.addCluster(CLUSTER);
      muster.addAgent(CLUSTER, "n1");
      muster.awaitUp(CLUSTER, 1);
      create(muster);
      await(muster, schedule -> Json.number(schedule, "started") >= 2);

      muster.kill();
      Instant killed = Instant.now();
      Awaitility.await("some due times that nobody sees")
          .atMost(SOON)
          .until(() -> Instant.now().isAfter(killed.plus(EVERY.multipliedBy(3))));
      muster.startAgain();
      int before = Json.number(schedule(muster), "started");
      await(muster, schedule -> Json.number(schedule, "started") >= before + 3);
      muster.api().post(path("disable"), Json.object());

      JsonNode after = schedule(muster);
      List<JsonNode> actions = awaitDone(muster, Json.number(after, "started"));
      assertThat(actions)
          .as("no due time has two, and each is on the grid")
          .extracting(ScheduleIT::due)
          .doesNotHaveDuplicates()
          .allMatch(due -> isOnTheGrid(due, Json.time(after, "at").orElseThrow()));
      assertThat(Json.number(after, "missed")).isGreaterThanOrEqualTo(1);
      assertThat(actions)
          .as("one was made up for, and says so")
          .filteredOn(action -> why(action).contains("pass"))
          .isNotEmpty();
      assertThat(actions)
          .allSatisfy(action -> assertThat(Json.text(action, "origin")).isEqualTo("schedule"));
    }
  }

  private static void create(Installation muster) {
    muster
        .api()
        .post(
            ApiPath.of("clusters", CLUSTER, "schedules"),
            Json.object()
                .put("name", "pings")
                .put("node", "n1")
                .put("every", EVERY.toString())
                .put("overlap", "allow")
                .set("action", Json.object().put("kind", "test.ping")));
  }

  private static ApiPath path(String... more) {
    return more.length == 0
        ? ApiPath.of("clusters", CLUSTER, "schedules", "pings")
        : ApiPath.of("clusters", CLUSTER, "schedules", "pings", more[0]);
  }

  private static JsonNode schedule(Installation muster) {
    return muster.api().get(path()).json();
  }

  private static void await(Installation muster, Predicate<JsonNode> wanted) {
    Awaitility.await("the schedule").atMost(SOON).until(() -> wanted.test(schedule(muster)));
  }

  /** All actions of the node, with their histories. */
  private static List<JsonNode> awaitDone(Installation muster, int count) {
    ApiPath list =
        ApiPath.of("actions").with("cluster", CLUSTER).with("node", "n1").with("limit", "500");
    Awaitility.await(count + " actions that are DONE")
        .atMost(SOON)
        .untilAsserted(() ->
            assertThat(Json.items(muster.api().get(list).json(), "items"))
                .hasSize(count)
                .allMatch(action -> Json.text(action, "state").equals("DONE")));
    return Json.items(muster.api().get(list).json(), "items").stream()
        .map(action -> muster.api().get(ApiPath.of("actions", Json.text(action, "id"))).json())
        .toList();
  }

  private static String why(JsonNode action) {
    return Json.text(Json.items(action, "transitions").getFirst(), "why");
  }

  private static Instant due(JsonNode action) {
    Matcher due = DUE.matcher(why(action));
    assertThat(due.find()).as(why(action)).isTrue();
    return Instant.parse(due.group(1));
  }

  private static boolean isOnTheGrid(Instant due, Instant first) {
    return Duration.between(first, due).toMillis() % EVERY.toMillis() == 0;
  }
}
