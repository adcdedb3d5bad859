package dev.muster.records.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.changes.Changes;
import dev.muster.records.changes.Listening;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

final class ObjectStoreTest {

  private static final int WRITERS = 6;
  private static final int WRITES = 25;

  @AutoClose private final PlanScene scene = new PlanScene();
  private final ObjectStore objects = scene.objects();

  private StoredObject config(String name) {
    return scene.locked(() -> objects.add(key(name), body("a"), PlanScene.ADA));
  }

  private ObjectKey key(String name) {
    return new ObjectKey(scene.cluster(), ObjectKind.UPDATE_CONFIG, name);
  }

  private static ObjectStore.Body body(String text) {
    ObjectNode spec = WireFormat.JSON.createObjectNode().put("text", text);
    return new ObjectStore.Body(WireFormat.JSON.createObjectNode(), spec, Optional.empty());
  }

  @Test
  void aWatcherBesideManyWritersIsToldOfEveryVersionOnceAndInOrder() throws Exception {
    StoredObject first = config("first");
    AtomicBoolean over = new AtomicBoolean();
    Callable<List<Long>> watcher =
        () -> {
          List<Long> told = new ArrayList<>();
          long since = first.version();
          boolean last = false;
          while (!last) {
            last = over.get();
            ObjectChanges.Since heard = since(since);
            heard.changes().forEach(change -> told.add(change.object().version()));
            since = heard.upTo();
          }
          return told;
        };
    List<Callable<Boolean>> writers =
        IntStream.range(0, WRITERS).<Callable<Boolean>>mapToObj(i -> () -> write("w" + i)).toList();

    try (ExecutorService many = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<List<Long>> told = many.submit(watcher);
      for (Future<Boolean> writer : many.invokeAll(writers)) {
        assertThat(writer.get()).isTrue();
      }
      over.set(true);
      assertThat(told.get())
          .containsExactlyElementsOf(
              LongStream.rangeClosed(first.version() + 1, first.version() + (long) WRITERS * WRITES)
                  .boxed()
                  .toList());
    }
  }

  private boolean write(String name) {
    StoredObject object = config(name);
    for (int i = 1; i < WRITES; i++) {
      String text = "v" + i;
      StoredObject before = object;
      object = scene.locked(() -> objects.change(before, body(text)));
    }
    return true;
  }

  private ObjectChanges.Since since(long version) {
    return (ObjectChanges.Since)
        objects.since(scene.cluster(), ObjectKind.UPDATE_CONFIG, version).orElseThrow();
  }

  @Test
  void theNewestChangesAreKeptAndWhoKnowsLessListsAgain() {
    StoredObject object = config("one");
    long start = object.version();
    for (int i = 0; i < ObjectHeads.MOST + 10; i++) {
      StoredObject before = object;
      String text = "v" + i;
      object =
          scene.locked(() -> {
            StoredObject after = objects.change(before, body(text));
            objects.trim(scene.cluster());
            return after;
          });
    }

    ObjectChanges expired =
        objects.since(scene.cluster(), ObjectKind.UPDATE_CONFIG, start).orElseThrow();
    assertThat(expired).isEqualTo(new ObjectChanges.Expired(object.version() - ObjectHeads.MOST));
    assertThat(since(object.version() - ObjectHeads.MOST).changes()).hasSize(ObjectHeads.MOST);
    assertThat(objects.since(scene.cluster(), ObjectKind.UPDATE_CONFIG, object.version() + 1))
        .contains(new ObjectChanges.Expired(object.version() - ObjectHeads.MOST));
  }

  @Test
  void largeChangesPushOutOlderOnesAndTheNewestAlwaysStays() {
    String large = "x".repeat((int) ObjectHeads.LARGEST / 2);
    StoredObject object = config("one");
    for (int i = 0; i < 3; i++) {
      StoredObject before = object;
      String text = large + i;
      object =
          scene.locked(() -> {
            StoredObject after = objects.change(before, body(text));
            objects.trim(scene.cluster());
            return after;
          });
    }
    assertThat(since(object.version() - 1).changes()).hasSize(1);
    assertThat(objects.since(scene.cluster(), ObjectKind.UPDATE_CONFIG, object.version() - 2))
        .contains(new ObjectChanges.Expired(object.version() - 1));
  }

  @Test
  void aClusterThatIsMadeAgainGoesOnWithGreaterVersions() {
    long before = config("one").version();
    scene.records().clusters().remove(scene.cluster());
    assertThat(objects.version(scene.cluster())).isEmpty();
    assertThat(objects.list(scene.cluster(), ObjectKind.PLAN)).isEmpty();

    dev.muster.records.RecordsFixture.cluster(scene.records(), "prod", 0);
    assertThat(objects.since(scene.cluster(), ObjectKind.UPDATE_CONFIG, before).orElseThrow())
        .isInstanceOf(ObjectChanges.Expired.class);
  }

  @Test
  void whoListensHearsInWhichClusterAnObjectChanged() throws Exception {
    BlockingQueue<ClusterName> heard = new LinkedBlockingQueue<>();
    try (Listening listening =
        Changes.listenForObjects(
            scene.database().dataSource(),
            change -> {
              if (change instanceof Changes.Change.Of<ClusterName>(ClusterName cluster)) {
                heard.add(cluster);
              }
            })) {
      assertThat(listening.awaitReady(Duration.ofSeconds(30))).isTrue();
      scene.created("autopilot", Map.of());
      assertThat(heard.poll(30, TimeUnit.SECONDS)).isEqualTo(scene.cluster());
    }
  }
}
