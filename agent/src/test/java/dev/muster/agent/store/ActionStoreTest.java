package dev.muster.agent.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.execution.Outcome;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ActionStoreTest {

  @TempDir Path folder;

  @Test
  void commitsForManyAtOnce() throws Exception {
    try (ActionStore store = ActionStore.open(folder, Clock.systemUTC());
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Callable<List<SubmissionAnswer>>> submissions =
          IntStream.range(0, 500)
              .<Callable<List<SubmissionAnswer>>>mapToObj(i -> () -> store.submit(List.of(offer())))
              .toList();
      threads.invokeAll(submissions);
      assertThat(store.counts()).containsEntry(ActionState.NEW, 500L);
      assertThat(store.commits()).isBetween(1L, 399L);
      assertThat(store.changes().cursor()).isEqualTo(501);
    }
  }

  @Test
  void aFullQueueTakesNothingOfASubmission() throws Exception {
    try (ActionStore store = ActionStore.open(folder, Clock.systemUTC())) {
      store.submit(offers(ActionStore.QUEUE_LIMIT - 1));
      long cursor = store.changes().cursor();
      Assertions.assertThatThrownBy(() -> store.submit(offers(2)))
          .isInstanceOf(QueueFullException.class)
          .hasMessage("%d actions are unfinished already", ActionStore.QUEUE_LIMIT);
      assertThat(store.changes().cursor()).isEqualTo(cursor);
      assertThat(store.submit(offers(1)).getFirst().result())
          .isEqualTo(SubmissionAnswer.Verdict.ACCEPTED);
      assertThat(store.changes().cursor()).isEqualTo(cursor + 1);
    }
  }

  @Test
  void aStoreThatCannotBeWrittenSaysSoAndServesAgainWhenItCan() throws Exception {
    Offer offer = offer();
    try (ActionStore store = ActionStore.open(folder, Clock.systemUTC())) {
      store.submit(List.of(offer()));
      try (Connection other = StoreSchema.open(folder.resolve("agent.db"));
          Statement statement = other.createStatement()) {
        statement.execute(
            "create trigger broken before insert on action begin select raise(abort, 'disk full');"
                + " end");
        Assertions.assertThatThrownBy(() -> store.submit(List.of(offer)))
            .isInstanceOf(StoreException.class);
        statement.execute("drop trigger broken");
      }
      long cursor = store.changes().cursor();
      assertThat(store.shortage().orElseThrow())
          .startsWith("the store cannot be written: ")
          .contains("disk full");
      store.changes().awaitAfter(cursor, Duration.ofSeconds(20));
      assertThat(store.changes().cursor()).isEqualTo(cursor + 1);
      assertThat(store.shortage()).isEmpty();
      assertThat(store.find(offer.id())).isEmpty();
      assertThat(store.submit(List.of(offer)).getFirst().result())
          .isEqualTo(SubmissionAnswer.Verdict.ACCEPTED);
    }
  }

  @Test
  void whatIsFinishedChangesNoMore() throws Exception {
    try (ActionStore store = ActionStore.open(folder, Clock.systemUTC())) {
      store.submit(List.of(offer()));
      StoredAction action = store.startNext().orElseThrow();
      assertThat(store.finishAndStartNext(action, Outcome.failed("first"))).isEmpty();
      store.finishAndStartNext(action, Outcome.done());
      store.move(action, ActionState.SUSPENDED, "late");
      store.progress(action, WireFormat.JSON.createObjectNode().put("late", true));
      StoredAction after = store.find(action.id()).orElseThrow();
      assertThat(after.state()).isEqualTo(ActionState.FAILED);
      assertThat(after.result().payload()).isEmpty();
      assertThat(store.steps(after)).hasSize(3);
    }
  }

  @Test
  void takesNothingAfterItWasClosed() throws Exception {
    ActionStore store = ActionStore.open(folder, Clock.systemUTC());
    store.submit(List.of(offer()));
    store.close();
    Assertions.assertThatThrownBy(store::touch)
        .isInstanceOf(StoreException.class)
        .hasMessage("the agent is stopping");
  }

  @Test
  void refusesAStoreOfANewerAgent() throws Exception {
    ActionStore.open(folder, Clock.systemUTC()).close();
    try (Connection other = StoreSchema.open(folder.resolve("agent.db"));
        Statement statement = other.createStatement()) {
      statement.execute("pragma user_version = 99");
    }
    Assertions.assertThatThrownBy(() -> ActionStore.open(folder, Clock.systemUTC()))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("newer agent");
  }

  private static List<Offer> offers(int count) {
    List<Offer> offers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      offers.add(offer());
    }
    return offers;
  }

  private static Offer offer() {
    return Offers.of(UUID.randomUUID(), "test.ping", "{}");
  }
}
