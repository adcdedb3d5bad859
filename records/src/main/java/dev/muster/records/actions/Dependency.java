package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import java.util.Optional;

/** An action in WAITING whose dependencies are decided. */
public sealed interface Dependency {

  ActionId action();

  /** Every action that it depends on is DONE. */
  record Ready(ActionId action) implements Dependency {}

  /**
   * One that it depends on ended otherwise.
   *
   * @param state how it ended; empty if there is no such action
   */
  record Broken(ActionId action, ActionId on, Optional<ActionState> state) implements Dependency {}
}
