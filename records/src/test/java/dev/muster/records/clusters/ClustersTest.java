package dev.muster.records.clusters;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.node;
import static dev.muster.records.RecordsFixture.nodes;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.Page;
import dev.muster.records.sql.PageRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ClustersTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();
  private final Clusters clusters = records.clusters();

  @Test
  void makingAClusterTwiceKeepsTheFirst() {
    ClusterSettings settings =
        new ClusterSettings(
            Duration.ofSeconds(30), Duration.ofSeconds(2), Optional.of(7), 3, Duration.ofHours(1));
    NewCluster first = new NewCluster(new ClusterName("a"), settings, Map.of("k", "v"), T0, "ada");
    NewCluster again =
        new NewCluster(new ClusterName("a"), ClusterSettings.DEFAULT, Map.of(), T0, "bob");

    assertThat(clusters.create(first)).isInstanceOf(ClusterCreation.Created.class);
    ClusterCreation second = clusters.create(again);

    assertThat(second).isInstanceOf(ClusterCreation.Existing.class);
    assertThat(second.cluster().settings()).isEqualTo(settings);
    assertThat(second.cluster().labels()).isEqualTo(Map.of("k", "v"));
    assertThat(clusters.settingsOf(new ClusterName("a"))).contains(settings);
  }

  @Test
  void whatIsStoredBeyondTheBoundsIsReadAsTheNearestOne() {
    ClusterName name = new ClusterName("far-out");
    clusters.create(new NewCluster(name, ClusterSettings.DEFAULT, Map.of(), T0, "ada"));
    DATABASE.sql(
        """
        update clusters set settings = '{"idleInterval": "PT2399999976H", "busyInterval": "PT0S",
          "maxNodesInWork": 0, "agentQueue": 100000, "unreachableAfter": "PT300000H"}'
        where name = 'far-out'
        """);

    ClusterSettings nearest =
        new ClusterSettings(
            Duration.ofDays(1), Duration.ofMillis(100), Optional.of(1), 1_000, Duration.ofDays(30));
    assertThat(clusters.settingsOf(name)).contains(nearest);
    assertThat(clusters.find(name).orElseThrow().settings()).isEqualTo(nearest);
  }

  @Test
  void aPatchReplacesWhatItNames() {
    RecordsFixture given = RecordsFixture.cluster(records, "patched", 0);

    clusters.patch(given.cluster(), Optional.empty(), Optional.of(Map.of("a", "b")));
    ClusterRecord patched =
        clusters.patch(given.cluster(), Optional.empty(), Optional.empty()).orElseThrow();

    assertThat(patched.labels()).isEqualTo(Map.of("a", "b"));
    assertThat(patched.settings()).isEqualTo(ClusterSettings.DEFAULT);
    assertThat(clusters.patch(new ClusterName("nobody"), Optional.empty(), Optional.empty()))
        .isEmpty();
  }

  @Test
  void ofChangesAtTheSameMomentNoneIsLost() throws Exception {
    ClusterName name = RecordsFixture.cluster(records, "contested", 0).cluster();
    List<String> labels = IntStream.range(0, 12).mapToObj(index -> "label-" + index).toList();
    CyclicBarrier together = new CyclicBarrier(labels.size());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<?> done :
          labels.stream()
              .map(label ->
                  threads.submit(() -> {
                    together.await();
                    return clusters.locked(name, current -> labelled(current, label));
                  }))
              .toList()) {
        done.get();
      }
    }

    assertThat(clusters.find(name).orElseThrow().labels()).containsOnlyKeys(labels);
    assertThat(clusters.locked(new ClusterName("nobody"), ClusterRecord::name)).isEmpty();
  }

  private ClusterRecord labelled(ClusterRecord current, String label) {
    Map<String, String> labels = new HashMap<>(current.labels());
    labels.put(label, "yes");
    return clusters.patch(current.name(), Optional.empty(), Optional.of(labels)).orElseThrow();
  }

  @Test
  void aClusterInWorkIsNotRemoved() {
    RecordsFixture given = RecordsFixture.cluster(records, "busy", 1);
    given.started(given.run(nodes(1)));
    records.actions().insert(List.of(given.action(node(0), ActionState.PENDING_SCHEDULE, T0)));

    assertThat(clusters.remove(given.cluster())).isEqualTo(new ClusterRemoval.Refused(1, 1, 0));
    assertThat(clusters.find(given.cluster()).orElseThrow().unfinished()).isEqualTo(1);
    assertThat(clusters.remove(new ClusterName("nobody"))).isEqualTo(new ClusterRemoval.NotFound());
  }

  @Test
  void aRemovedClustersHistoryStays() {
    RecordsFixture given = RecordsFixture.cluster(records, "removed", 1);
    var done = given.action(node(0), ActionState.DONE, T0);
    records.actions().insert(List.of(done));

    assertThat(clusters.remove(given.cluster())).isEqualTo(new ClusterRemoval.Removed());

    assertThat(clusters.find(given.cluster())).isEmpty();
    assertThat(records.actions().show(done.id())).isPresent();
  }

  @Test
  void listsArePagedByName() {
    for (String name : List.of("z-3", "z-1", "z-2")) {
      RecordsFixture.cluster(records, name, 2);
    }

    Page<ClusterRecord> first = clusters.list(new PageRequest(2, Optional.of("z")));
    Page<ClusterRecord> second = clusters.list(new PageRequest(2, first.next()));

    assertThat(first.items())
        .extracting(cluster -> cluster.name().value())
        .containsExactly("z-1", "z-2");
    assertThat(second.items()).extracting(cluster -> cluster.name().value()).containsExactly("z-3");
    assertThat(second.next()).isEmpty();
    assertThat(second.items().getFirst().nodes()).isEqualTo(2);
  }
}
