package dev.muster.domain.rollout;

import dev.muster.domain.action.Actor;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.RunId;
import java.util.Optional;

/**
 * That an action which was not sent to its agent is cancelled, because nobody waits for it any
 * more.
 *
 * @param by who cancels it
 */
public record Withdrawal(Actor by, String why) {

  /**
   * What is known of the action.
   *
   * @param cancelledBy who asked for it to be cancelled
   * @param run of which it is a step
   * @param stageEnded whether that step's stage, or the run, is over
   * @param node where its node is within the stage, while that is open
   */
  public record Subject(
      Optional<String> cancelledBy,
      Optional<RunId> run,
      boolean stageEnded,
      Optional<NodeState> node) {}

  /** A person's wish counts first, then the end of the stage, then that of the node. */
  public static Optional<Withdrawal> of(Subject subject) {
    if (subject.cancelledBy().isPresent()) {
      String by = subject.cancelledBy().get();
      return Optional.of(
          new Withdrawal(Actor.user(by), "cancelled by %s before it was sent".formatted(by)));
    }
    return subject
        .run()
        .flatMap(
            run -> ended(subject).map(why -> new Withdrawal(Actor.playbook(run.toString()), why)));
  }

  private static Optional<String> ended(Subject subject) {
    return subject.stageEnded()
        ? Optional.of("its stage has ended")
        : subject
            .node()
            .filter(NodeState::isFinal)
            .map(state -> "the node is %s in this stage".formatted(state));
  }
}
