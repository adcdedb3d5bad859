package dev.muster.api.actions;

import dev.muster.domain.action.ActionState;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names of states as callers may write them: ours, and OpenStack Senlin's where they differ. */
public final class SenlinState {

  private SenlinState() {}

  /** Senlin's word for a state. */
  static String of(ActionState state) {
    return switch (state) {
      case PENDING_SCHEDULE, NEW -> "READY";
      case DONE -> "SUCCEEDED";
      case PENDING_APPROVE,
          WAITING,
          WAITING_LIFECYCLE_COMPLETION,
          RUNNING,
          SUSPENDED,
          FAILED,
          CANCELLED,
          LOST ->
          state.name();
    };
  }

  /**
   * The states that a name in a filter stands for. Nothing that is recorded is in Senlin's INIT.
   *
   * @return empty if there is no such name
   */
  static Optional<Set<ActionState>> named(String name) {
    String word = name.strip().toUpperCase(Locale.ROOT);
    Set<ActionState> ours =
        Arrays.stream(ActionState.values())
            .filter(state -> state.name().equals(word) || of(state).equals(word))
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(ActionState.class)));
    return ours.isEmpty() && !word.equals("INIT") ? Optional.empty() : Optional.of(ours);
  }

  /** Every name that {@link #named} knows. */
  public static List<String> names() {
    return Stream.concat(
            Arrays.stream(ActionState.values()).map(ActionState::name),
            Stream.of("INIT", "READY", "SUCCEEDED"))
        .toList();
  }
}
