package dev.muster.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.execution.Outcome;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the engine tells others, how it answers signals, and what it does when things go wrong. */
final class AgentEngineTest {

  private static final String DONE = "finished DONE, stored DONE";

  @TempDir Path folder;

  private Site site(ScriptedKind kind) throws IOException {
    return new Site(folder, Clock.systemUTC(), kind);
  }

  @Test
  void tellsOfABeginningAndAnEndWhenTheyAreStoredAndWaitsForMore() throws Exception {
    try (Site site = site(new ScriptedKind(execution -> Outcome.done()))) {
      site.add();
      site.engine.start();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      assertThat(site.hear()).isEqualTo(DONE);
      site.add();
      site.add();
      site.engine.wake();
      for (String expected : new String[] {"changed RUNNING", DONE, "changed RUNNING", DONE}) {
        assertThat(site.hear()).isEqualTo(expected);
      }
      assertThat(site.engine.isAlive()).isTrue();
    }
  }

  @Test
  void whatHasNotBegunCanBeCancelledAndNothingElse() throws Exception {
    ScriptedKind kind = new ScriptedKind(execution -> Outcome.done());
    try (Site site = site(kind)) {
      UUID id = site.add();
      for (Signal signal : new Signal[] {Signal.SUSPEND, Signal.RESUME}) {
        assertThat(site.engine.signal(id, signal))
            .isEqualTo(
                new SignalEffect.Ignored(
                    "it has not begun: it can be cancelled, not suspended or resumed"));
      }
      assertThat(site.engine.signal(id, Signal.CANCEL)).isEqualTo(new SignalEffect.Taken());
      assertThat(site.hear()).isEqualTo("changed CANCELLED");
      assertThat(site.engine.signal(id, Signal.RESUME))
          .isEqualTo(new SignalEffect.Ignored("it has ended: CANCELLED"));
      assertThat(site.engine.signal(UUID.randomUUID(), Signal.CANCEL))
          .isEqualTo(new SignalEffect.Unknown());
      assertThat(site.engine.signal(UUID.randomUUID(), Signal.SUSPEND))
          .isEqualTo(new SignalEffect.Unknown());
      UUID next = site.add();
      site.engine.start();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      assertThat(site.hear()).isEqualTo(DONE);
      assertThat(kind.calls()).containsExactly("execute");
      assertThat(site.engine.signal(next, Signal.CANCEL))
          .isEqualTo(new SignalEffect.Ignored("it has ended: DONE"));
    }
  }

  @Test
  void aSignalToOneThatWaitsLeavesTheRunningOneAlone() throws Exception {
    try (Site site = site(ScriptedKind.pausing())) {
      UUID running = site.add();
      UUID waiting = site.add();
      site.engine.start();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      assertThat(site.engine.signal(waiting, Signal.CANCEL)).isEqualTo(new SignalEffect.Taken());
      assertThat(site.hear()).isEqualTo("changed CANCELLED");
      assertThat(site.find(waiting).state()).isEqualTo(ActionState.CANCELLED);
      assertThat(site.find(running).state()).isEqualTo(ActionState.RUNNING);
      assertThat(site.find(running).cancelRequested()).isFalse();
    }
  }

  @Test
  void whatIsBetweenStoreAndEngineIsTriedForAWhileAndThenNotNow() throws Exception {
    try (Site site = site(ScriptedKind.pausing())) {
      UUID id = site.begun(Optional.empty()).id();
      long before = System.nanoTime();
      assertThat(site.engine.signal(id, Signal.SUSPEND)).isEqualTo(new SignalEffect.NotNow());
      assertThat(System.nanoTime() - before).isGreaterThan(900_000_000L);
    }
  }

  @Test
  void aSecondCancelIsNotStoredAgainAndASuspendComesTooLate() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    ScriptedKind stubborn =
        new ScriptedKind(execution -> {
          gate.await();
          return Outcome.failed(execution.control().state().name());
        });
    try (Site site = site(stubborn)) {
      UUID id = site.add();
      site.engine.start();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      assertThat(site.engine.signal(id, Signal.CANCEL)).isEqualTo(new SignalEffect.Taken());
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      assertThat(site.find(id).cancelRequested()).isTrue();
      long cursor = site.store.changes().cursor();
      assertThat(site.engine.signal(id, Signal.CANCEL)).isEqualTo(new SignalEffect.Taken());
      assertThat(site.engine.signal(id, Signal.SUSPEND))
          .isEqualTo(new SignalEffect.Ignored("it is being cancelled"));
      assertThat(site.store.changes().cursor()).isEqualTo(cursor);
      gate.countDown();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      assertThat(site.hear()).isEqualTo("finished FAILED, stored FAILED");
      assertThat(site.find(id).result().error().orElseThrow().message()).isEqualTo("CANCELLED");
    }
  }

  @Test
  void suspendingIsStoredOnceAndCancellingEndsWhatIsSuspended() throws Exception {
    try (Site site = site(ScriptedKind.pausing())) {
      UUID id = site.add();
      site.engine.start();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      site.engine.signal(id, Signal.SUSPEND);
      site.engine.signal(id, Signal.SUSPEND);
      assertThat(site.hear()).isEqualTo("changed SUSPENDED");
      assertThat(site.hear()).isEqualTo("changed SUSPENDED");
      site.engine.signal(id, Signal.RESUME);
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      site.engine.signal(id, Signal.CANCEL);
      assertThat(List.of(site.hear(), site.hear()))
          .contains("finished CANCELLED, stored CANCELLED");
      assertThat(site.states(id))
          .containsExactly(
              ActionState.NEW,
              ActionState.RUNNING,
              ActionState.SUSPENDED,
              ActionState.RUNNING,
              ActionState.CANCELLED);
    }
  }

  @Test
  void whoeverSignalsIsNotHeldUpByWhoeverSignalledBefore() throws Exception {
    try (Site site = site(ScriptedKind.pausing());
        ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      UUID id = site.add();
      site.engine.start();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      for (Signal signal : List.of(Signal.SUSPEND, Signal.RESUME, Signal.SUSPEND)) {
        assertThat(people.submit(() -> site.engine.signal(id, signal)).get(10, TimeUnit.SECONDS))
            .isEqualTo(new SignalEffect.Taken());
        assertThat(site.hear())
            .isEqualTo("changed " + (signal == Signal.RESUME ? "RUNNING" : "SUSPENDED"));
      }
    }
  }

  @Test
  void aKindThatDoesNotHeedASignalIsNotTroubledByIt() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    ScriptedKind deaf =
        new ScriptedKind(execution -> {
          gate.await();
          return Outcome.failed(execution.control().state().name());
        });
    try (Site site = site(deaf.heedsNothing())) {
      UUID id = site.add();
      site.engine.start();
      site.hear();
      assertThat(site.engine.signal(id, Signal.CANCEL))
          .isEqualTo(new SignalEffect.Ignored("kind 'test.scripted' does not heed CANCEL"));
      gate.countDown();
      assertThat(site.hear()).startsWith("finished");
      assertThat(site.find(id).cancelRequested()).isFalse();
      assertThat(site.find(id).result().error().orElseThrow().message()).isEqualTo("GO_ON");
    }
  }

  @Test
  void whatAKindThrowsIsTheActionsFailureAndTheEngineGoesOn() throws Exception {
    ScriptedKind broken =
        new ScriptedKind(execution -> {
          throw new IOException("no disk");
        });
    try (Site site = site(broken)) {
      UUID first = site.add();
      site.add();
      site.engine.start();
      site.hear();
      assertThat(site.hear()).isEqualTo("finished FAILED, stored FAILED");
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      StoredAction failed = site.find(first);
      assertThat(failed.result().error().orElseThrow().message())
          .isEqualTo("test.scripted could not be executed");
      assertThat(failed.result().error().orElseThrow().causes())
          .containsExactly("java.io.IOException: no disk");
    }
  }

  @Test
  void ofAnActionsFolderOnlyTheLogStaysUntilItIsForgotten() throws Exception {
    ScriptedKind writer =
        new ScriptedKind(execution -> {
          Files.createDirectories(execution.subject().folder().resolve("deep"));
          Files.writeString(execution.subject().folder().resolve("deep/note"), "x");
          execution.say("hello");
          return Outcome.done();
        });
    try (Site site = site(writer)) {
      UUID id = site.add();
      site.engine.start();
      site.hear();
      site.hear();
      assertThat(site.folders.of(id)).isDirectoryContaining("glob:**log-0");
      assertThat(site.folders.of(id).resolve("deep")).doesNotExist();
      site.folders.forget(List.of(id));
      assertThat(site.folders.of(id)).doesNotExist();
    }
  }

  @Test
  void anActionThatPrintedNothingLeavesNoFolder() throws Exception {
    CountDownLatch seen = new CountDownLatch(1);
    ScriptedKind quiet =
        new ScriptedKind(execution -> {
          assertThat(execution.subject().folder()).isDirectory();
          seen.countDown();
          return Outcome.done();
        });
    try (Site site = site(quiet)) {
      UUID id = site.add();
      site.engine.start();
      site.hear();
      assertThat(site.hear()).isEqualTo(DONE);
      assertThat(seen.getCount()).isZero();
      assertThat(site.folders.of(id)).doesNotExist();
    }
  }

  @Test
  void progressIsStoredAndOneThatCannotBeStoredFailsNothing() throws Exception {
    CountDownLatch stored = new CountDownLatch(1);
    CountDownLatch broken = new CountDownLatch(1);
    ScriptedKind counting =
        new ScriptedKind(execution -> {
          execution.progress(WireFormat.JSON.createObjectNode().put("count", 1));
          stored.countDown();
          broken.await();
          execution.progress(WireFormat.JSON.createObjectNode().put("count", 2));
          return Outcome.done();
        });
    try (Site site = site(counting)) {
      UUID id = site.add();
      site.engine.start();
      stored.await();
      site.sql(
          "create trigger broken before update on action when new.payload like '%2%' begin select raise(abort, 'disk full'); end");
      broken.countDown();
      site.hear();
      assertThat(site.hear()).isEqualTo(DONE);
      assertThat(site.find(id).result().payload().orElseThrow().toString())
          .isEqualTo("{\"count\":1}");
    }
  }

  @Test
  void waitsForAStoreThatCannotBeWrittenAndLosesNothing() throws Exception {
    try (Site site = site(new ScriptedKind(execution -> Outcome.done()))) {
      site.add();
      site.sql(
          "create trigger broken before update on action when new.finished_ms is not null begin select raise(abort, 'disk full'); end");
      site.engine.start();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      Site.awaitEngineIn("insist");
      assertThat(site.heardNothingMore()).isTrue();
      site.sql("drop trigger broken");
      assertThat(site.hear()).isEqualTo(DONE);
    }
  }
}
