package dev.muster.domain.run;

import dev.muster.domain.run.RunSituation.Answer.Verdict;

/**
 * Whether it was a certain person who ended a run. A command that ended the run may come once more,
 * when its answer was lost.
 */
public final class EndedBy {

  private EndedBy() {}

  /** Whether the run is over because {@code person} cancelled it. */
  public static boolean cancel(RunSituation run, String person) {
    return run.state() == ProgressState.CANCELLED
        && run.cancelledBy().filter(person::equals).isPresent();
  }

  /** Whether the run is over, and {@code person} rejected one of its stages. */
  public static boolean rejection(RunSituation run, String person) {
    return run.state().isFinal()
        && run.stages().stream()
            .flatMap(stage -> stage.approvals().stream())
            .anyMatch(answer -> answer.verdict() == Verdict.REJECT && answer.by().equals(person));
  }
}
