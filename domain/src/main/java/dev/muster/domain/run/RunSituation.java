package dev.muster.domain.run;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All that decides what happens next in a run.
 *
 * @param requester who started it
 * @param pausedBy who paused it, if somebody did
 * @param cancelledBy who cancelled it, if somebody did
 * @param stages in order, the rollback stages last
 */
public record RunSituation(
    RunId id,
    String requester,
    ProgressState state,
    Optional<String> pausedBy,
    Optional<String> cancelledBy,
    List<Stage> stages) {

  /** This run with other stages. */
  public RunSituation with(List<Stage> others) {
    return new RunSituation(id, requester, state, pausedBy, cancelledBy, others);
  }

  /**
   * A stage and how far it is.
   *
   * @param applies what its {@code when} gave; true when it has none. Only read before it opens
   * @param approvalAskedAt since when its approval is waited for
   * @param approvals what people answered, oldest first
   */
  public record Stage(
      StagePlan plan,
      ProgressState state,
      NodeCounts counts,
      boolean applies,
      Optional<Instant> openedAt,
      Optional<Instant> approvalAskedAt,
      List<Answer> approvals) {

    /** This stage, open. */
    public Stage openedAt(Instant at) {
      return new Stage(
          plan,
          ProgressState.SCHEDULABLE,
          counts,
          applies,
          Optional.of(at),
          approvalAskedAt,
          approvals);
    }

    /** This stage in another state. */
    public Stage in(ProgressState other) {
      return new Stage(plan, other, counts, applies, openedAt, approvalAskedAt, approvals);
    }
  }

  /**
   * One person's answer to a stage's approval.
   *
   * @param answerer as they were when they gave it
   */
  public record Answer(Answerer answerer, Verdict verdict, Instant at) {

    /** By somebody of whom only the name is known. */
    public Answer(String by, Verdict verdict, Instant at) {
      this(Answerer.named(by), verdict, at);
    }

    public String by() {
      return answerer.name();
    }

    /** Yes or no. */
    public enum Verdict {
      APPROVE,
      REJECT
    }
  }

  /** How many nodes of a stage are in which state. */
  public record NodeCounts(
      int pending, int running, int succeeded, int failed, int skipped, int cancelled) {

    public int total() {
      return pending + running + succeeded + failed + skipped + cancelled;
    }
  }
}
