package dev.muster.agent.engine;

import dev.muster.agent.store.StoredAction;
import dev.muster.domain.action.ActionState;

/** Hears what the engine does, after it is stored. Must return at once. */
public interface EngineListener {

  /** An action changed: it began, was suspended, resumed or cancelled. */
  void changed(StoredAction action);

  /** An action that ran came to its end. */
  void finished(StoredAction action, ActionState state);
}
