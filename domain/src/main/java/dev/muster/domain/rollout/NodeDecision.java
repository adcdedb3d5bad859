package dev.muster.domain.rollout;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StepPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Decides what a node of a stage does next, from what became of its attempts so far. */
public final class NodeDecision {

  private static final Comparator<Attempt> IN_ORDER =
      Comparator.comparingInt(Attempt::step).thenComparingInt(Attempt::number);

  private NodeDecision() {}

  /**
   * What comes next while the stage is open. Asking again with the same arguments gives the same
   * answer, so the action's id may be derived from step and attempt.
   *
   * @param attempts of this node in this stage, in any order
   * @param applies whether a step's {@code when} is true for this node; asked only for the steps
   *     that come next, because it may read the outputs of those before
   * @param upSince since when the node is UP without a break; empty while it is not
   */
  public static NodeNext next(
      StagePlan stage,
      List<Attempt> attempts,
      IntPredicate applies,
      Optional<Instant> upSince,
      Instant now) {
    Optional<Attempt> latest = attempts.stream().max(IN_ORDER);
    if (latest.isEmpty()) {
      return firstFrom(0, stage, applies)
          .orElseGet(
              () -> new NodeNext.Finished(NodeState.SKIPPED, "no step applies to this node"));
    }
    Attempt last = latest.get();
    if (last.cause() == Attempt.Cause.UNREACHABLE) {
      return new NodeNext.Finished(
          NodeState.UNREACHABLE,
          "the agent stayed silent for too long during step " + name(stage, last));
    }
    return switch (last.state()) {
      case PENDING_APPROVE,
          WAITING,
          WAITING_LIFECYCLE_COMPLETION,
          PENDING_SCHEDULE,
          NEW,
          RUNNING,
          SUSPENDED ->
          new NodeNext.Busy();
      case DONE ->
          firstFrom(last.step() + 1, stage, applies)
              .orElseGet(() -> settle(stage, last, upSince, now));
      case FAILED, LOST -> again(stage, last).orElseGet(() -> failed(stage, last));
      case CANCELLED ->
          new NodeNext.Finished(
              NodeState.CANCELLED, "step %s was cancelled".formatted(name(stage, last)));
    };
  }

  /**
   * What becomes of a node whose stage was closed before the node was done: nothing new starts, and
   * what is in work ends first.
   *
   * @param why the stage was closed, in words
   */
  public static NodeNext close(StagePlan stage, List<Attempt> attempts, String why) {
    Optional<Attempt> latest = attempts.stream().max(IN_ORDER);
    if (latest.isEmpty()) {
      return new NodeNext.Finished(NodeState.CANCELLED, "never started: " + why);
    }
    Attempt last = latest.get();
    if (!last.state().isFinal() && last.cause() != Attempt.Cause.UNREACHABLE) {
      return new NodeNext.Busy();
    }
    if (last.state() == ActionState.DONE) {
      return new NodeNext.Finished(
          NodeState.CANCELLED, "ended after step %s: %s".formatted(name(stage, last), why));
    }
    if (last.state() == ActionState.CANCELLED) {
      return new NodeNext.Finished(
          NodeState.CANCELLED, "step %s was cancelled: %s".formatted(name(stage, last), why));
    }
    return failed(stage, last);
  }

  private static Optional<NodeNext> firstFrom(int from, StagePlan stage, IntPredicate applies) {
    for (int step = from; step < stage.steps().size(); step++) {
      if (applies.test(step)) {
        return Optional.of(new NodeNext.Start(step, 1, Optional.empty()));
      }
    }
    return Optional.empty();
  }

  /** A refused action is not tried again: the agent would refuse it again. */
  private static Optional<NodeNext> again(StagePlan stage, Attempt last) {
    StepPlan step = stage.steps().get(last.step());
    if (last.cause() == Attempt.Cause.REFUSED || last.number() > step.retries()) {
      return Optional.empty();
    }
    return Optional.of(
        new NodeNext.Start(
            last.step(),
            last.number() + 1,
            last.finishedAt().map(at -> at.plus(step.retryDelay()))));
  }

  private static NodeNext failed(StagePlan stage, Attempt last) {
    String step = name(stage, last);
    String after = last.number() == 1 ? "" : " at attempt " + last.number();
    return switch (last.cause()) {
      case TIMED_OUT ->
          new NodeNext.Finished(
              NodeState.TIMED_OUT, "step %s took longer than it may%s".formatted(step, after));
      case UNREACHABLE ->
          new NodeNext.Finished(
              NodeState.UNREACHABLE, "the agent stayed silent for too long during step " + step);
      case REFUSED ->
          new NodeNext.Finished(NodeState.FAILED, "the agent refused step %s".formatted(step));
      case NONE ->
          new NodeNext.Finished(
              NodeState.FAILED,
              (last.state() == ActionState.LOST
                      ? "step %s was lost%s; its action says why"
                      : "step %s failed%s")
                  .formatted(step, after));
    };
  }

  private static NodeNext settle(
      StagePlan stage, Attempt last, Optional<Instant> upSince, Instant now) {
    Optional<SettleRule> rule = stage.rules().settle();
    if (rule.isEmpty()) {
      return new NodeNext.Finished(NodeState.SUCCEEDED, "every step is done");
    }
    Instant finishedAt = last.finishedAt().orElse(now);
    return switch (Settle.judge(rule.get(), finishedAt, upSince, now)) {
      case Settle.Judgement.Settled() ->
          new NodeNext.Finished(NodeState.SUCCEEDED, "every step is done and the node settled");
      case Settle.Judgement.Until(Instant at) -> new NodeNext.SettleUntil(at);
      case Settle.Judgement.TimedOut() ->
          new NodeNext.Finished(
              NodeState.FAILED,
              "every step is done, but the node did not settle within "
                  + inWords(rule.get().timeout()));
    };
  }

  private static String name(StagePlan stage, Attempt attempt) {
    return stage.steps().get(attempt.step()).name();
  }

  private static String inWords(Duration duration) {
    return duration.toString().substring(2).toLowerCase(Locale.ROOT);
  }
}
