package dev.muster.domain.run;

import java.time.Instant;
import java.util.Optional;

/**
 * What happens next in a run. Carried out one after the other until one says to wait, or the end.
 */
public sealed interface RunNext {

  /** Ask for a stage's approval. */
  record AskApproval(int stage) implements RunNext {}

  /** Record the stage's actions, so that cycles start them. */
  record OpenStage(int stage) implements RunNext {}

  /** Pass a stage over without opening it. */
  record SkipStage(int stage, String why) implements RunNext {}

  /** Close a stage; what it has not started is cancelled. */
  record EndStage(int stage, ProgressState outcome, String why) implements RunNext {}

  /**
   * Nothing to do until something changes.
   *
   * @param shown the state that people see meanwhile
   * @param why one sentence for people
   * @param until when time alone will change something: an approval times out
   */
  record Await(ProgressState shown, String why, Optional<Instant> until) implements RunNext {}

  /** The run is over. */
  record End(ProgressState outcome, String why) implements RunNext {}
}
