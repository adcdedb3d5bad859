package dev.muster.domain.action;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Whether an action that depends on others may go on. */
public final class Dependencies {

  /**
   * An action that must succeed first.
   *
   * @param state empty if there is no such action
   */
  public record Dependency(ActionId id, Optional<ActionState> state) {}

  /** What the dependencies say. */
  public sealed interface Standing {

    /** Every one is DONE, or there are none: PENDING_SCHEDULE. */
    record Met() implements Standing {

      /** For people. */
      public String why() {
        return "every action that it depends on is DONE";
      }
    }

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
      if (one.state().isEmpty()) {
        return broken(one.id(), "does not exist");
      }
      ActionState state = one.state().get();
      if (state == ActionState.DONE) {
        continue;
      }
      if (state.isFinal()) {
        return broken(one.id(), "is " + state);
      }
      open.add(one.id());
    }
    return open.isEmpty() ? new Standing.Met() : new Standing.Waits(List.copyOf(open));
  }

  private static Standing broken(ActionId id, String how) {
    return new Standing.Broken(id, "action %s, which must succeed first, %s".formatted(id, how));
  }
}
