package dev.muster.domain.run;

import dev.muster.domain.run.RunSituation.Answer;
import dev.muster.domain.shown.Markdown;
import java.util.Optional;

/** Whether a person's answer to the approval that a run waits for is taken. */
public final class AnswerDecision {

  /** As the command line asks for; 32 bits of it. */
  private static final int SHORTEST_HASH = 8;

  private static final int SHOWN_HASH = 12;

  /** What is to be done with the answer. */
  public sealed interface Outcome {

    /** It is kept, for this stage. */
    record Taken(RunSituation.Stage stage) implements Outcome {}

    /** Nothing changes. */
    record Refused(String why) implements Outcome {}
  }

  /**
   * What a person says.
   *
   * @param planHash of the plan that was looked at, or its beginning
   */
  public record Given(Answerer by, Answer.Verdict verdict, Optional<String> planHash) {

    /** By somebody of whom only the name is known. */
    public Given(String by, Answer.Verdict verdict, Optional<String> planHash) {
      this(Answerer.named(by), verdict, planHash);
    }
  }

  private AnswerDecision() {}

  /**
   * Whether the answer counts for the stage that waits for it.
   *
   * @param planHash of the run
   */
  public static Outcome judge(RunSituation run, String planHash, Given answer) {
    Optional<RunSituation.Stage> waiting = waiting(run);
    if (waiting.isEmpty()) {
      return new Outcome.Refused(
          "no stage of the run waits for approval now; it is %s".formatted(run.state().word()));
    }
    Optional<String> otherPlan = answer.planHash().filter(hash -> !isOf(planHash, hash));
    if (otherPlan.isPresent()) {
      return new Outcome.Refused(
          "you looked at plan %s, but the run's plan is %s; look at it again"
              .formatted(shortened(otherPlan.get()), shortened(planHash)));
    }
    RunSituation.Stage stage = waiting.get();
    return Approvals.whyNot(
            stage.plan().approval().orElseThrow(), run.requester(), answer.by(), answer.verdict())
        .<Outcome>map(Outcome.Refused::new)
        .orElseGet(() -> new Outcome.Taken(stage));
  }

  /** The stage that waits for an answer, if one does. */
  public static Optional<RunSituation.Stage> waiting(RunSituation run) {
    return run.stages().stream()
        .filter(stage -> stage.approvalAskedAt().isPresent() && stage.openedAt().isEmpty())
        .filter(stage -> !stage.state().isFinal())
        .findFirst();
  }

  /** Where a plan is shown its hash is shortened, so its beginning will do. */
  private static boolean isOf(String planHash, String typed) {
    return typed.length() >= SHORTEST_HASH && planHash.startsWith(typed);
  }

  private static String shortened(String hash) {
    return Markdown.printable(hash.length() <= SHOWN_HASH ? hash : hash.substring(0, SHOWN_HASH));
  }
}
