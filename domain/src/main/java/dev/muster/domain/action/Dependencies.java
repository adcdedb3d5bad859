package dev.muster.domain.action;

import java.util.ArrayList;
import java.util.List;

/** Whether an action that depends on others may go on. */
public final class Dependencies {

  /** An action that must succeed first. */
  public record Dependency(ActionId id, ActionState state) {}

  /** What the dependencies say. */
  public sealed interface Standing {

    /** Every one is DONE, or there are none: PENDING_SCHEDULE. */
    record Met() implements Standing {}

    /** It goes on waiting for these. */
    record Waits(List<ActionId> on) implements Standing {}

    /** One ended otherwise: CANCELLED, and so is, in turn, whatever depends on it. */
    record Broken(ActionId by, String why) implements Standing {}
  }

  private Dependencies() {}

  /** Judges all dependencies of one action; the first that ended otherwise decides. */
  public static Standing judge(List<Dependency> dependencies) {
    List<ActionId> open = new ArrayList<>();
    for (Dependency one : dependencies) {
      if (one.state() == ActionState.DONE) {
        continue;
      }
      if (one.state().isFinal()) {
        return new Standing.Broken(
            one.id(),
            "action %s, which must succeed first, is %s".formatted(one.id(), one.state()));
      }
      open.add(one.id());
    }
    return open.isEmpty() ? new Standing.Met() : new Standing.Waits(List.copyOf(open));
  }
}
