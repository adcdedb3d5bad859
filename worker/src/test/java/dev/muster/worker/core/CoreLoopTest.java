package dev.muster.worker.core;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.records.RecordsFixture;
import dev.muster.records.changes.Listening;
import dev.muster.records.core.CoreReport;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What holds for everything that Muster executes: turns, time, kills, signals. */
final class CoreLoopTest {

  private final CoreScene scene = new CoreScene();

  @AfterEach
  void close() {
    scene.close();
  }

  @Test
  void aWaitHasNothingInHandAndEndsWhenItsTimeIsOver() throws InterruptedException {
    scene.started("wait", "{'for': '30s'}");
    scene.look();
    assertThat(scene.loop.look()).as("nothing to do").isEmpty();
    scene.clock.advance(Duration.ofMillis(29_999));
    scene.look();
    assertThat(scene.reports()).isEmpty();
    scene.clock.advance(Duration.ofMillis(1));
    scene.look();
    assertThat(scene.report().state()).isEqualTo(ActionState.DONE);
  }

  @Test
  void aWaitThatIsLongerThanItsStepMayTakeFailsAtOnce() throws InterruptedException {
    scene.started("wait", "{'for': '2m'}");
    scene.look();
    assertThat(scene.report().error().orElseThrow().message())
        .contains("its time is over", "give the step a timeout of more than 120s");
  }

  @Test
  void whatDoesNotEndWithinItsTimeHasTimedOut() throws InterruptedException {
    scene.started("http", "{'url': '%s', 'every': '10m'}".formatted(scene.url()));
    scene.server.answers(204, "");
    scene.look();
    scene.clock.advance(Duration.ofMinutes(1));
    scene.look();
    CoreReport report = scene.report();
    assertThat(report.state()).isEqualTo(ActionState.FAILED);
    assertThat(report.cause()).isEqualTo(Cause.TIMED_OUT);
    assertThat(report.error().orElseThrow().message()).contains("did not end within 60s");
    assertThat(scene.server.asked()).hasSize(1);
  }

  @Test
  void withoutAnActionTheDatabaseIsLeftAloneUntilACycleSaysThatThereIsOne()
      throws InterruptedException {
    scene.loop.turn();
    scene.server.answers(200, "");
    scene.started("http", "{'url': '%s', 'expect': 'success'}".formatted(scene.url()));
    for (int turn = 1; turn < 10; turn++) {
      scene.loop.turn();
    }
    assertThat(scene.server.asked()).as("what nobody told of is seen at the tenth turn").isEmpty();

    scene.loop.turn();
    scene.server.awaitAsked();
  }

  @Test
  void aHandOverAndASignalAreHeard() throws InterruptedException {
    scene.loop.turn();
    Semaphore heard = new Semaphore(0);
    try (Listening listening =
        scene.records.changes().listenForClusters(change -> heard.release())) {
      assertThat(listening.awaitReady(Duration.ofSeconds(20))).isTrue();
      heard.drainPermits();
      scene.server.answers(200, "");
      ActionId action =
          scene.started("http", "{'url': '%s', 'expect': 'success'}".formatted(scene.url()));
      assertThat(heard.tryAcquire(20, TimeUnit.SECONDS)).as("the hand-over").isTrue();
      scene.signal(action, Signal.SUSPEND);
      assertThat(heard.tryAcquire(20, TimeUnit.SECONDS)).as("the signal").isTrue();
      scene.signal(action, Signal.RESUME);
      scene.loop.moved();
      scene.loop.turn();
      scene.loop.turn();
      scene.server.awaitAsked();
    }
  }

  @Test
  void whatADeadProcessHadInHandIsDoneAgainUnderTheSameIdAndSaidSo() throws InterruptedException {
    ActionId action =
        scene.started("http", "{'url': '%s', 'expect': 'success'}".formatted(scene.url()));
    assertThat(scene.records.coreActions(UUID.randomUUID()).take(scene.clock.instant(), 9))
        .hasSize(1);
    scene.look();
    assertThat(scene.server.asked()).as("somebody else has it").isEmpty();
    scene.server.answers(200, "");
    scene.loop.tidy();
    scene.look();
    assertThat(scene.server.asked().getFirst().header("Idempotency-Key"))
        .isEqualTo(action.toString());
    assertThat(scene.report().told().getFirst())
        .contains("turn 1", "its end is not known", "done again under the same id");
  }

  @Test
  void aProcessThatWasReplacedWritesNothingMore() throws InterruptedException {
    scene.server.holds();
    ActionId action =
        scene.started("http", "{'url': '%s', 'expect': 'success'}".formatted(scene.url()));
    List<Thread> late = scene.loop.look();
    scene.server.awaitAsked();
    CoreLoop next = scene.loop(CoreSettings.DEFAULT);
    scene.server.letGo();
    next.tidy();
    CoreScene.join(next.look());
    CoreScene.join(late);
    assertThat(scene.server.asked()).hasSize(2);
    List<CoreReport> reports = scene.reports();
    assertThat(reports).hasSize(1);
    assertThat(reports.getFirst().action()).isEqualTo(action);
    assertThat(reports.getFirst().told()).hasSize(1);
  }

  @Test
  void aCancelEndsARequestThatIsUnderWayAndAWaitThatIsNot() throws InterruptedException {
    scene.server.holds();
    ActionId request = scene.started("http", "{'url': '%s'}".formatted(scene.url()));
    List<Thread> begun = scene.loop.look();
    scene.server.awaitAsked();
    scene.signal(request, Signal.CANCEL);
    scene.loop.look();
    CoreScene.join(begun);
    assertThat(scene.report().state()).isEqualTo(ActionState.CANCELLED);
    ActionId wait = scene.started("wait", "{'for': '30s'}");
    scene.look();
    scene.signal(wait, Signal.CANCEL);
    scene.look();
    assertThat(scene.report().state()).isEqualTo(ActionState.CANCELLED);
  }

  @Test
  void whatIsSuspendedDoesNothingUntilItIsResumed() throws InterruptedException {
    ActionId action = scene.started("wait", "{'for': '30s'}");
    scene.look();
    scene.clock.advance(Duration.ofSeconds(10));
    scene.signal(action, Signal.SUSPEND);
    scene.look();
    assertThat(scene.report().state()).isEqualTo(ActionState.SUSPENDED);
    scene.clock.advance(Duration.ofSeconds(25));
    scene.look();
    assertThat(scene.reports()).isEmpty();
    scene.signal(action, Signal.RESUME);
    scene.look();
    assertThat(scene.report().state()).isEqualTo(ActionState.RUNNING);
    scene.clock.advance(Duration.ofSeconds(19));
    scene.look();
    assertThat(scene.reports()).as("ten seconds are over, and nineteen").isEmpty();
    scene.clock.advance(Duration.ofSeconds(1));
    scene.look();
    assertThat(scene.report().state()).isEqualTo(ActionState.DONE);
  }

  @Test
  void theTimeOfWhatIsSuspendedGoesOn() throws InterruptedException {
    ActionId action = scene.started("wait", "{'for': '30s'}");
    scene.look();
    scene.signal(action, Signal.SUSPEND);
    scene.look();
    assertThat(scene.report().state()).isEqualTo(ActionState.SUSPENDED);
    scene.clock.advance(Duration.ofMinutes(1));
    scene.look();
    assertThat(scene.report().cause()).isEqualTo(Cause.TIMED_OUT);
  }

  @Test
  void whatEndedForOtherReasonsIsForgotten() throws InterruptedException {
    ActionId action = scene.started("wait", "{'for': '30s'}");
    scene.look();
    scene.prod.cycle(writes ->
        writes
            .actions()
            .change(
                List.of(
                    RecordsFixture.change(
                        action, ActionState.RUNNING, ActionState.CANCELLED, T0))));
    scene.loop.tidy();
    scene.clock.advance(Duration.ofSeconds(30));
    scene.look();
    assertThat(scene.reports()).isEmpty();
  }

  @Test
  void case47AKindThatThereIsNotFailsByNameAndOthersGoOn() throws InterruptedException {
    ActionId unknown = scene.started("debug.counting", "{}");
    ActionId known = scene.started("wait", "{'for': '1ms'}");
    scene.clock.advance(Duration.ofMillis(1));
    scene.look();
    List<CoreReport> reports = scene.reports();
    CoreReport failed = CoreScene.of(reports, unknown);
    assertThat(failed.state()).isEqualTo(ActionState.FAILED);
    assertThat(failed.error().orElseThrow().message())
        .contains("'debug.counting' is no action that Muster itself executes");
    assertThat(CoreScene.of(reports, known).state()).isEqualTo(ActionState.DONE);
  }

  @Test
  void case49OfTwoInWorkOneGoesOnAndTheOtherEndsWithItsTime() throws InterruptedException {
    ActionId longer = scene.started("wait", "{'for': '30s'}");
    ActionId shorter = scene.started("wait", "{'for': '10s'}");
    scene.look();
    scene.clock.advance(Duration.ofSeconds(10));
    scene.look();
    CoreReport report = scene.report();
    assertThat(report.action()).isEqualTo(shorter);
    assertThat(report.finishedAt()).contains(scene.clock.instant());
    scene.clock.advance(Duration.ofSeconds(20));
    scene.look();
    assertThat(scene.report().action()).isEqualTo(longer);
  }
}
