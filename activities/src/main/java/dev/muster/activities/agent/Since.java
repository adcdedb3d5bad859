package dev.muster.activities.agent;

import dev.muster.domain.action.ActionId;
import java.util.Set;

/**
 * From where on an agent is asked.
 *
 * @param cursor up to which its changes are recorded; 0 for everything
 * @param unfinished actions that it may have, and that are unfinished here; only where its answers
 *     do not have all that is unfinished by themselves
 */
public record Since(long cursor, Set<ActionId> unfinished) {

  /** Everything. */
  public static final Since BEGINNING = new Since(0, Set.of());

  public Since {
    unfinished = Set.copyOf(unfinished);
  }

  /** Everything after a cursor. */
  public static Since cursor(long cursor) {
    return new Since(cursor, Set.of());
  }

  /** These actions, from another cursor. */
  public Since from(long other) {
    return new Since(other, unfinished);
  }
}
