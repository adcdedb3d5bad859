package dev.muster.domain.receiver;

import dev.muster.domain.request.NewActionRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import tools.jackson.databind.JsonNode;

/**
 * Which action a trigger asks for. An address may be in many hands, so whoever has it says only
 * what the receiver's creator left open; where nothing is, what is sent is not looked at, so that
 * any alarm can trigger it with a body of its own.
 */
public final class TriggerDecision {

  private TriggerDecision() {}

  /** What comes of a trigger. */
  public sealed interface Outcome {

    /** The action that is asked for. */
    record Asked(NewActionRequest action) implements Outcome {}

    /** It is none that may be asked for. */
    record Refused(String why) implements Outcome {}
  }

  /**
   * Decides.
   *
   * @param stored the action as its creator wants it
   * @param parameters the arguments that may be given
   * @param given what was sent
   */
  public static Outcome decide(
      NewActionRequest stored, SortedSet<String> parameters, Map<String, JsonNode> given) {
    if (parameters.isEmpty()) {
      return new Outcome.Asked(stored);
    }
    List<String> others =
        given.keySet().stream().filter(name -> !parameters.contains(name)).sorted().toList();
    if (!others.isEmpty()) {
      return new Outcome.Refused(
          "%s: not to be given (expected: nothing but %s)"
              .formatted(String.join(", ", others), String.join(", ", parameters)));
    }
    Map<String, JsonNode> args = new LinkedHashMap<>(stored.args().orElse(Map.of()));
    args.putAll(given);
    return new Outcome.Asked(
        new NewActionRequest(
            stored.id(),
            stored.kind(),
            Optional.of(args),
            stored.approve(),
            stored.dependsOn(),
            stored.timeout(),
            stored.scheduleWithin(),
            stored.evenWhenDown(),
            stored.metadata()));
  }
}
