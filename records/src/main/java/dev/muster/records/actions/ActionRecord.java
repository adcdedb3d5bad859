package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.SameJson;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.domain.sensitive.Masking;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An action with all that is known of it.
 *
 * @param outcome what its agent told of it
 * @param masking what people are shown of arguments, outputs and errors, which are as they are
 */
public record ActionRecord(
    ActionId id,
    ClusterName cluster,
    Optional<NodeId> node,
    NewAction.Work work,
    Terms terms,
    Optional<StepRef> step,
    Course course,
    ActionOutcome outcome,
    Masking masking) {

  /**
   * When it may start, how long it may take, and for whom it is.
   *
   * @param derivation if another action derived it
   */
  public record Terms(
      List<ActionId> dependsOn,
      boolean evenWhenDown,
      Optional<Duration> timeout,
      Optional<NewAction.Derivation> derivation) {}

  /**
   * How far it is.
   *
   * @param waits why it does not start yet, if a cycle has said so
   * @param sentAt when a push was last decided; from then on the agent may have it
   * @param pushedAt when the agent acknowledged it
   * @param pushAttempts how often a push was decided
   * @param retries how often whoever executes it put it back
   */
  public record Course(
      ActionState state,
      Optional<WaitReason> waits,
      Instant createdAt,
      Optional<Instant> sentAt,
      Optional<Instant> pushedAt,
      int pushAttempts,
      int retries,
      Optional<CancelRequest> cancel,
      Optional<PauseRequest> pause) {}

  public ActionState state() {
    return course.state();
  }

  /** Whether asking for {@code other} again would ask for this: the same id is taken as given. */
  public boolean sameContentAs(NewAction other) {
    return cluster.equals(other.cluster())
        && node.equals(other.node())
        && work.kind().equals(other.kind())
        && SameJson.same(work.args(), other.work().args())
        && work.metadata().equals(other.work().metadata())
        && terms.dependsOn().equals(other.terms().dependsOn())
        && terms.timeout().equals(other.terms().timeout())
        && terms.evenWhenDown() == other.evenWhenDown();
  }
}
