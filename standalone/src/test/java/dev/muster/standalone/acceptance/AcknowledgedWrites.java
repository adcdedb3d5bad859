package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * Somebody who writes all the time, and keeps a list of what was acknowledged: clusters, labels and
 * runs that were made, clusters that were deleted. What got no answer may be there or not.
 */
final class AcknowledgedWrites implements AutoCloseable {

  private static final Duration A_WRITE_EVERY = Duration.ofMillis(25);
  private static final Duration READABLE_WITHIN = Duration.ofSeconds(20);

  /** Writes that a cluster gets before the next one is made. */
  private static final int WRITES_A_CLUSTER = 30;

  private static final int LIST_AT_MOST = 500;
  private static final String PLAYBOOK = "nothing-to-do";

  private final MusterApi api;
  private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor();
  private final ScheduledFuture<?> writing;

  /** Acknowledged: the newest label of each cluster, runs by their cluster, deleted clusters. */
  private final Map<String, Integer> labels = new HashMap<>();

  private final Map<String, String> runs = new HashMap<>();
  private final List<String> deleted = new ArrayList<>();

  private String cluster = "";
  private int number;
  private int acknowledged;

  AcknowledgedWrites(Installation muster) {
    this.api = muster.apiAs("writer");
    muster.apply(
        """
        apiVersion: muster/v1
        kind: Playbook
        metadata: {name: %s}
        stages:
          - {name: none, targets: {select: "", allowEmpty: true}, steps: [{name: ok, action: test.success}]}
        """
            .formatted(PLAYBOOK));
    this.writing =
        writer.scheduleWithFixedDelay(
            this::write, 0, A_WRITE_EVERY.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void write() {
    int value = ++number;
    try {
      if (value % WRITES_A_CLUSTER == 1 || cluster.isEmpty()) {
        String made = "w" + value;
        api.post(ApiPath.of("clusters"), Json.object().put("name", made));
        cluster = made;
        labels.put(made, 0);
      } else if (value % WRITES_A_CLUSTER == 2) {
        String run =
            Json.text(
                api.post(
                        ApiPath.of("clusters", cluster, "runs"),
                        Json.object().put("playbook", PLAYBOOK))
                    .json(),
                "id");
        runs.put(run, cluster);
      } else {
        var change = Json.object();
        change.putObject("labels").put("n", String.valueOf(value));
        api.patch(ApiPath.of("clusters", cluster), change);
        labels.put(cluster, value);
      }
      acknowledged++;
    } catch (RuntimeException unanswered) {
      // Nobody was told that it is there.
    }
  }

  /** How many writes were acknowledged until now. */
  synchronized int acknowledged() {
    return acknowledged;
  }

  /**
   * Everything that was acknowledged is there, and every run comes to its end. What is over is
   * deleted then.
   */
  synchronized void requireAll() {
    Map<String, Integer> there = read();
    assertThat(there.keySet()).as("clusters").containsAll(labels.keySet());
    assertThat(deleted).as("deleted clusters").doesNotContainAnyElementsOf(there.keySet());
    labels.forEach((name, label) ->
        assertThat(there.get(name)).as("label of %s", name).isBetween(label, number));
    runs.keySet().forEach(this::awaitCompleted);
    runs.clear();
    deleted.clear();
    labels.keySet().stream().filter(name -> !name.equals(cluster)).forEach(deleted::add);
    deleted.forEach(this::delete);
  }

  private void delete(String name) {
    api.delete(ApiPath.of("clusters", name));
    labels.remove(name);
  }

  private Map<String, Integer> read() {
    Map<String, Integer> there = new HashMap<>();
    for (JsonNode each :
        Awaitility.await("the clusters can be listed")
            .atMost(READABLE_WITHIN)
            .ignoreExceptions()
            .until(
                () -> Json.items(api.list(ApiPath.of("clusters"), LIST_AT_MOST), "items"),
                found -> true)) {
      there.put(Json.text(each, "name"), each.path("labels").path("n").asInt(0));
    }
    return there;
  }

  private void awaitCompleted(String run) {
    Awaitility.await("the acknowledged run " + run)
        .atMost(READABLE_WITHIN)
        .ignoreExceptions()
        .until(
            () -> Json.text(api.get(ApiPath.of("runs", run)).json(), "state").equals("Completed"));
  }

  @Override
  public void close() {
    writing.cancel(true);
    writer.shutdownNow();
    api.close();
  }
}
