package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Executor;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.StepRef;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Which actions a cycle attends to, and which only queue. */
final class UnfinishedTest {

  private static final Instant T0 = Instant.parse("2026-11-22T12:00:00Z");
  private static final NodeId NODE = new NodeId("n1");

  private final StageKey stage = new StageKey(new RunId(UUID.randomUUID()), 0);
  private final Set<ActionId> held = new HashSet<>();
  private final Unfinished unfinished =
      new Unfinished(action -> action.sentAt().isEmpty() && !held.contains(action.id()));

  @Test
  void anActionThatOnlyQueuesIsNotAttendedToUntilItIsSent() {
    ActionBrief action = put(stage);

    assertThat(unfinished.attended()).isEmpty();
    assertThat(unfinished.queues(stage, NODE)).isTrue();
    assertThat(unfinished.queuedNodes(stage)).isOne();

    unfinished.change(action.id(), same -> same.sent(T0));

    assertThat(unfinished.attended()).extracting(ActionBrief::id).containsExactly(action.id());
    assertThat(unfinished.queues(stage, NODE)).isFalse();
    assertThat(unfinished.queuedNodes(stage)).isZero();
  }

  @Test
  void anActionOfWhichSomethingElseIsToBeDoneSinceItsNodeMovedIsAttendedTo() {
    ActionBrief action = put(stage);
    held.add(action.id());

    unfinished.look(stage, NODE);

    assertThat(unfinished.attended()).containsExactly(action);
    assertThat(unfinished.queues(stage, NODE)).isFalse();
  }

  @Test
  void ofARunThatIsReadAgainNothingIsLeftAndOfOthersEverything() {
    StageKey other = new StageKey(new RunId(UUID.randomUUID()), 0);
    put(stage);
    ActionBrief stays = put(other);

    unfinished.removeAllOf(stage.run());

    assertThat(unfinished.all()).containsOnlyKeys(stays.id());
    assertThat(unfinished.queues(stage, NODE)).isFalse();
    assertThat(unfinished.queues(other, NODE)).isTrue();
  }

  @Test
  void anActionThatAnAgentHasForSomethingElseQueuesForNoStageAnyMore() {
    ActionBrief action = put(stage);

    unfinished.put(action(action.id(), Optional.empty()));

    assertThat(unfinished.queues(stage, NODE)).isFalse();
    unfinished.removeAllOf(stage.run());
    assertThat(unfinished.all()).containsOnlyKeys(action.id());
  }

  @Test
  void ofTwoActionsThatQueueForOneNodeTheSecondStillDoesWhenTheFirstIsOver() {
    ActionBrief first = put(stage);
    put(stage);

    unfinished.remove(first.id());

    assertThat(unfinished.queues(stage, NODE)).isTrue();
  }

  private ActionBrief put(StageKey of) {
    ActionBrief action =
        action(new ActionId(UUID.randomUUID()), Optional.of(new StepRef(of, 0, "work", 1)));
    unfinished.put(action);
    return action;
  }

  private static ActionBrief action(ActionId id, Optional<StepRef> step) {
    return new ActionBrief(
        id,
        Optional.of(NODE),
        new ActionKind("test.success"),
        ActionState.PENDING_SCHEDULE,
        step,
        new ActionBrief.Terms(
            Executor.AGENT, false, false, Optional.empty(), Optional.empty(), Optional.empty()),
        new ActionBrief.Times(
            T0, Optional.empty(), Optional.empty(), Optional.empty(), java.time.Duration.ZERO),
        Optional.empty(),
        new ActionBrief.Wanted(false, Optional.empty(), Optional.empty(), Optional.empty()));
  }
}
