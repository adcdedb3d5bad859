package dev.muster.records.fences;

import static dev.muster.records.RecordsFixture.T0;
import static dev.muster.records.RecordsFixture.change;
import static dev.muster.records.RecordsFixture.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.Fence;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.NewAction;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ClusterFencesTest {

  private static final int CYCLES = 300;
  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Records records = DATABASE.records();
  private final ClusterFences fences = records.clusterFences();

  @Test
  void aZombieOfAnOlderEpochIsRefusedAndChangesNothing() {
    RecordsFixture given = RecordsFixture.cluster(records, "zombie", 1);
    NewAction action = given.action(node(0), ActionState.PENDING_SCHEDULE, T0);
    records.actions().insert(List.of(action));
    Fence zombie = given.fence();
    Fence living = given.fence();

    Fenced<Set<ActionId>> refused = fences.alone(zombie, writes -> cancel(writes, action.id()));

    assertThat(refused).isInstanceOf(Fenced.Superseded.class);
    assertThat(stateOf(action.id())).isEqualTo(ActionState.PENDING_SCHEDULE);
    assertThat(fences.alone(living, writes -> cancel(writes, action.id())).written())
        .contains(Set.of(action.id()));
    assertThat(stateOf(action.id())).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void anOlderCycleOfTheSameEpochIsRefusedAndTheSameOneMayWriteAgain() {
    RecordsFixture given = RecordsFixture.cluster(records, "older-cycle", 0);
    Fence first = given.fence();
    Fence second = first.next();

    assertThat(fences.alone(first, writes -> 1).written()).contains(1);
    assertThat(fences.alone(second, writes -> 2).written()).contains(2);
    assertThat(fences.alone(second, writes -> 3).written()).contains(3);
    assertThat(fences.alone(first, writes -> 4)).isInstanceOf(Fenced.Superseded.class);
    assertThat(fences.beside(first, writes -> 5)).isInstanceOf(Fenced.Superseded.class);
  }

  @Test
  void anEpochThatWasNeverTakenIsRefused() {
    RecordsFixture given = RecordsFixture.cluster(records, "future", 0);
    Fence fence = given.fence();

    Fence invented = new Fence(fence.cluster(), fence.epoch() + 100, 1);

    assertThat(fences.alone(invented, writes -> 1)).isInstanceOf(Fenced.Superseded.class);
  }

  @Test
  void aRemovedClusterEndsItsWriterAlsoWhenItIsMadeAgain() {
    RecordsFixture given = RecordsFixture.cluster(records, "again", 0);
    Fence old = given.fence();
    records.clusters().remove(given.cluster());

    assertThat(fences.alone(old, writes -> 1)).isInstanceOf(Fenced.Removed.class);
    assertThat(fences.beside(old, writes -> 1)).isInstanceOf(Fenced.Removed.class);
    assertThat(fences.takeEpoch(given.cluster())).isEmpty();

    Fence young = RecordsFixture.cluster(records, "again", 0).fence();
    assertThat(young.epoch()).isGreaterThan(old.epoch());
    assertThat(fences.alone(old, writes -> 1)).isInstanceOf(Fenced.Superseded.class);
  }

  @Test
  void batchesOfOneCycleWriteAtTheSameTime() throws Exception {
    RecordsFixture given = RecordsFixture.cluster(records, "batches", 0);
    Fence fence = given.fence();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      // Each cycle begins with a row that the first batch must move on, at any moment of the
      // second.
      for (int cycle = 0; cycle < CYCLES; cycle++) {
        fence = fence.next();
        for (Future<Fenced<Boolean>> batch : twoBatches(fence, threads)) {
          assertThat(batch.get().written()).contains(true);
        }
      }
    }
  }

  private List<Future<Fenced<Boolean>>> twoBatches(Fence fence, ExecutorService threads) {
    CountDownLatch bothInside = new CountDownLatch(2);
    return List.of(
        threads.submit(() -> fences.beside(fence, writes -> meet(bothInside))),
        threads.submit(() -> fences.beside(fence, writes -> meet(bothInside))));
  }

  @Test
  void aFailingWorkIsRolledBackAsAWhole() {
    RecordsFixture given = RecordsFixture.cluster(records, "failing", 1);
    NewAction action = given.action(node(0), ActionState.PENDING_SCHEDULE, T0);
    records.actions().insert(List.of(action));

    assertThatThrownBy(() ->
            fences.alone(
                given.fence(),
                writes -> {
                  cancel(writes, action.id());
                  throw new IllegalStateException("in the middle");
                }))
        .hasMessage("in the middle");

    assertThat(stateOf(action.id())).isEqualTo(ActionState.PENDING_SCHEDULE);
  }

  private static boolean meet(CountDownLatch latch) {
    latch.countDown();
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<ActionId> cancel(CycleWrites writes, ActionId action) {
    return writes
        .actions()
        .change(List.of(change(action, ActionState.PENDING_SCHEDULE, ActionState.CANCELLED, T0)));
  }

  private ActionState stateOf(ActionId action) {
    return records.actions().find(action).orElseThrow().state();
  }
}
