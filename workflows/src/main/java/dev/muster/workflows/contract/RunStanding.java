package dev.muster.workflows.contract;

import dev.muster.domain.run.ProgressState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Where a run stands after an advance.
 *
 * @param superseded whether a newer epoch moves the run now, so that this execution must end
 * @param stage name of the stage in hand
 * @param why what it waits for, one sentence
 * @param reviewAt when time alone changes something
 * @param outcomes of the request's commands, in order
 * @param details Markdown for Temporal's current details; at most 15 KB
 * @param answer the command that approves it where answers through Temporal are not believed; empty
 *     where they are
 */
public record RunStanding(
    boolean superseded,
    ProgressState state,
    Optional<String> stage,
    String why,
    Optional<Instant> reviewAt,
    List<CommandOutcome> outcomes,
    String details,
    Optional<String> answer) {

  public RunStanding {
    outcomes = List.copyOf(outcomes);
  }

  /** Where answers through Temporal are believed, or none is waited for. */
  public RunStanding(
      boolean superseded,
      ProgressState state,
      Optional<String> stage,
      String why,
      Optional<Instant> reviewAt,
      List<CommandOutcome> outcomes,
      String details) {
    this(superseded, state, stage, why, reviewAt, outcomes, details, Optional.empty());
  }
}
