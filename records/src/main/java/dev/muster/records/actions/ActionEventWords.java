package dev.muster.records.actions;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.event.EventDecision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** {@link EventDecision} in SQL, over a transition {@code t}: made of it, so that both agree. */
final class ActionEventWords {

  private ActionEventWords() {}

  static String phase() {
    return cases((from, to) -> EventDecision.of(from, to).phase().name());
  }

  static String level() {
    return cases((from, to) -> EventDecision.of(from, to).level().name());
  }

  static String mayHaveBegun() {
    return "(%s) = 'true'"
        .formatted(cases((from, to) -> String.valueOf(EventDecision.mayHaveBegun(from, to))));
  }

  private static String cases(BiFunction<Optional<ActionState>, ActionState, String> word) {
    Map<String, List<String>> pairs = new TreeMap<>();
    for (ActionState to : ActionState.values()) {
      pairs(pairs, word, Optional.empty(), to);
      Arrays.stream(ActionState.values())
          .forEach(from -> pairs(pairs, word, Optional.of(from), to));
    }
    return pairs.entrySet().stream()
        .map(one ->
            "when coalesce(t.from_state, '') || '>' || t.to_state in (%s) then '%s'"
                .formatted(String.join(", ", one.getValue()), one.getKey()))
        .collect(Collectors.joining(" ", "case ", " end"));
  }

  private static void pairs(
      Map<String, List<String>> pairs,
      BiFunction<Optional<ActionState>, ActionState, String> word,
      Optional<ActionState> from,
      ActionState to) {
    pairs
        .computeIfAbsent(word.apply(from, to), any -> new ArrayList<>())
        .add("'%s>%s'".formatted(from.map(ActionState::name).orElse(""), to));
  }
}
