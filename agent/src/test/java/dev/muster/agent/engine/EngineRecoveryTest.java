package dev.muster.agent.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Pausable;
import dev.muster.agent.store.StoreRetention;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport.Step;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an engine does with the store of one before it, and what it leaves behind itself. */
final class EngineRecoveryTest {

  private static final Optional<Duration> HOUR = Optional.of(Duration.ofHours(1));
  private static final Clock TWO_HOURS_AGO = Clock.offset(Clock.systemUTC(), Duration.ofHours(-2));

  @TempDir Path folder;

  @Test
  void recoversWhatWasBegunThenGoesOnWithoutBeingWoken() throws Exception {
    UUID begun;
    try (Site before = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      begun = before.begun(Optional.empty()).id();
      before.add();
    }
    ScriptedKind kind = new ScriptedKind(execution -> Outcome.done());
    try (Site site = new Site(folder, Clock.systemUTC(), kind)) {
      site.engine.start();
      for (int i = 0; i < 2; i++) {
        assertThat(site.hear()).isEqualTo("changed RUNNING");
        assertThat(site.hear()).isEqualTo("finished DONE, stored DONE");
      }
      assertThat(kind.calls()).containsExactly("recover", "execute");
      assertThat(site.store.steps(site.find(begun)))
          .extracting(Step::why)
          .contains(Optional.of("recovered after a restart of the agent"));
    }
  }

  @Test
  void recoversOnlyOneAndThenWaitsForMore() throws Exception {
    try (Site before = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      before.begun(Optional.empty());
    }
    ScriptedKind kind = new ScriptedKind(execution -> Outcome.done());
    try (Site site = new Site(folder, Clock.systemUTC(), kind)) {
      site.engine.start();
      site.hear();
      site.hear();
      site.add();
      site.engine.wake();
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      assertThat(site.hear()).isEqualTo("finished DONE, stored DONE");
    }
  }

  @Test
  void stopsWithoutEndingWhatRuns() throws Exception {
    UUID id;
    try (Site site = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      id = site.add();
      site.engine.start();
      site.hear();
      site.engine.close();
      assertThat(site.engine.isAlive()).isFalse();
      assertThat(site.find(id).state()).isEqualTo(ActionState.RUNNING);
      assertThat(site.heardNothingMore()).isTrue();
    }
  }

  @Test
  void aCancelThatWasStoredIsKnownToTheNextAttempt() throws Exception {
    try (Site before = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      before.store.requestCancel(before.begun(Optional.empty()));
    }
    try (Site site = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      site.engine.start();
      site.hear();
      assertThat(site.hear()).isEqualTo("finished CANCELLED, stored CANCELLED");
    }
  }

  @Test
  void whatWasSuspendedStaysSoAndItsTimeBeginsAnew() throws Exception {
    UUID id;
    try (Site before = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      StoredAction begun = before.begun(HOUR);
      id = begun.id();
      before.startedTwoHoursAgo();
      before.store.move(begun, ActionState.SUSPENDED, "suspended");
    }
    CountDownLatch halted = new CountDownLatch(1);
    CountDownLatch goesOn = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    ScriptedKind kind =
        new ScriptedKind(execution -> {
          execution.control().attach(new Latches(halted, goesOn));
          goesOn.await();
          end.await();
          return Outcome.failed(execution.control().state().name());
        });
    try (Site site = new Site(folder, Clock.systemUTC(), kind)) {
      site.engine.start();
      assertThat(site.hear()).isEqualTo("changed SUSPENDED");
      halted.await();
      assertThat(site.engine.signal(id, Signal.RESUME)).isEqualTo(new SignalEffect.Taken());
      assertThat(site.hear()).isEqualTo("changed RUNNING");
      end.countDown();
      site.hear();
      assertThat(site.find(id).result().error().orElseThrow().message()).isEqualTo("GO_ON");
    }
  }

  @Test
  void timeCountsFromTheFirstStartAndTheActionsOwnGoesBeforeTheKinds() throws Exception {
    assertThat(outcomeOfOneBegunTwoHoursAgo(HOUR, Optional.empty())).isEqualTo("timed out");
    assertThat(outcomeOfOneBegunTwoHoursAgo(Optional.empty(), HOUR)).isEqualTo("timed out");
    assertThat(outcomeOfOneBegunTwoHoursAgo(HOUR, Optional.of(Duration.ofDays(1))))
        .isEqualTo("timed out");
  }

  private String outcomeOfOneBegunTwoHoursAgo(Optional<Duration> own, Optional<Duration> kinds)
      throws Exception {
    Path data = Files.createTempDirectory(folder, "site");
    UUID id;
    try (Site before = new Site(data, Clock.systemUTC(), ScriptedKind.pausing())) {
      id = before.begun(own).id();
      before.startedTwoHoursAgo();
    }
    ScriptedKind kind = ScriptedKind.pausing();
    kinds.ifPresent(kind::timeout);
    try (Site site = new Site(data, Clock.systemUTC(), kind)) {
      site.engine.start();
      site.hear();
      site.hear();
      return site.find(id).result().error().orElseThrow().message();
    }
  }

  @Test
  void timeCountsByTheClockForWhatAnOlderAgentBegan() throws Exception {
    UUID id;
    try (Site before = new Site(folder, TWO_HOURS_AGO, ScriptedKind.pausing())) {
      id = before.begun(HOUR).id();
      before.sql("update action set started_since_boot = null");
    }
    try (Site site = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      site.engine.start();
      site.hear();
      site.hear();
      assertThat(site.find(id).result().error().orElseThrow().message()).isEqualTo("timed out");
    }
  }

  @Test
  void aClockThatIsSetEndsNothing() throws Exception {
    ScriptedKind kind =
        new ScriptedKind(execution -> Outcome.failed(execution.control().state().name()));
    for (List<Clock> clocks :
        List.of(
            List.of(TWO_HOURS_AGO, TWO_HOURS_AGO),
            List.of(TWO_HOURS_AGO, Clock.systemUTC()),
            List.of(Clock.systemUTC(), TWO_HOURS_AGO))) {
      Path data = Files.createTempDirectory(folder, "site");
      UUID begun;
      try (Site before = new Site(data, clocks.getFirst(), kind)) {
        begun = before.begun(HOUR).id();
      }
      try (Site after = new Site(data, clocks.getLast(), kind)) {
        UUID fresh = after.add(HOUR);
        after.engine.start();
        for (UUID id : List.of(begun, fresh)) {
          assertThat(after.hear()).isEqualTo("changed RUNNING");
          assertThat(after.hear()).isEqualTo("finished FAILED, stored FAILED");
          assertThat(after.find(id).result().error().orElseThrow().message()).isEqualTo("GO_ON");
        }
      }
    }
  }

  @Test
  void theHousekeeperForgetsAllThatIsTooOldAtItsStart() throws Exception {
    try (Site site = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      UUID old = site.add();
      site.sql("update action set state = 'DONE', finished_ms = 1");
      UUID unfinished = site.add();
      Files.createDirectories(site.folders.of(old));
      try (Housekeeper keeper =
          new Housekeeper(site.store, site.folders, new StoreRetention(Duration.ofDays(1), 0))) {
        keeper.start();
        awaitForgotten(site, old);
      }
      assertThat(site.find(unfinished).state()).isEqualTo(ActionState.NEW);
    }
  }

  @Test
  void theHousekeeperForgetsMoreThanTheStoreForgetsAtOnce() throws Exception {
    try (Site site = new Site(folder, Clock.systemUTC(), ScriptedKind.pausing())) {
      site.add();
      site.sql(
          """
          with recursive n(i) as (select 2 union all select i + 1 from n where i < 1500)
          insert into action (id, kind, args, metadata, created_ms, received_ms, origin, state, changed)
          select printf('00000000-0000-4000-8000-%012d', i), 'x', '{}', '{}', 1, 1, 'core', 'NEW', i from n
          """);
      site.sql("update action set state = 'DONE', finished_ms = 1");

      new Housekeeper(site.store, site.folders, new StoreRetention(Duration.ofDays(1), 0)).tidy();

      assertThat(site.store.counts()).isEmpty();
    }
  }

  private static void awaitForgotten(Site site, UUID id) throws Exception {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (site.store.find(id).isPresent() || Files.exists(site.folders.of(id))) {
      assertThat(System.nanoTime()).as("%s is forgotten", id).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private record Latches(CountDownLatch halted, CountDownLatch goesOn) implements Pausable {

    @Override
    public void halt() {
      halted.countDown();
    }

    @Override
    public void proceed() {
      goesOn.countDown();
    }
  }
}
