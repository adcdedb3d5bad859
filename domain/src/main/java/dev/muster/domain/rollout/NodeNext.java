package dev.muster.domain.rollout;

import dev.muster.domain.run.NodeState;
import java.time.Instant;
import java.util.Optional;

/** What a node of a stage does next. */
public sealed interface NodeNext {

  /**
   * Record an action for this step; the scheduler starts it when it may.
   *
   * @param attempt its number, from 1
   * @param notBefore the end of a retry's delay
   */
  record Start(int step, int attempt, Optional<Instant> notBefore) implements NodeNext {}

  /** An action is unfinished; nothing to do until it ends. */
  record Busy() implements NodeNext {}

  /** Its steps are done; look again at {@code at}, or when its health changes. */
  record SettleUntil(Instant at) implements NodeNext {}

  /**
   * Its part in the stage is over.
   *
   * @param why one sentence for people
   */
  record Finished(NodeState state, String why) implements NodeNext {}
}
