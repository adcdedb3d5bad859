package dev.muster.activities.fuzz;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.WireFormat;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The actions that a {@link FuzzedAgent} really has. */
final class HeldWork {

  private static final List<ActionState> COURSE =
      List.of(ActionState.NEW, ActionState.RUNNING, ActionState.DONE);

  /** An action; what was submitted, as it came. */
  record Held(JsonNode submitted, Instant at, ActionState state) {

    String kind() {
      return submitted.path("kind").asString("test.success");
    }

    JsonNode given(String field) {
      JsonNode value = submitted.path(field);
      return value.isMissingNode() ? WireFormat.JSON.createObjectNode() : value;
    }
  }

  private final Map<UUID, Held> all = new LinkedHashMap<>();

  /** Says whether it was there already. */
  boolean take(UUID id, JsonNode submitted) {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    return all.putIfAbsent(id, new Held(submitted, now, ActionState.NEW)) != null;
  }

  Optional<Held> find(UUID id) {
    return Optional.ofNullable(all.get(id));
  }

  /** Each unfinished action goes on. */
  void moveOn() {
    all.replaceAll((id, held) ->
        held.state().isFinal()
            ? held
            : new Held(held.submitted(), held.at(), COURSE.get(COURSE.indexOf(held.state()) + 1)));
  }

  void cancel(UUID id) {
    all.computeIfPresent(
        id,
        (any, held) ->
            held.state().isFinal()
                ? held
                : new Held(held.submitted(), held.at(), ActionState.CANCELLED));
  }

  /** What {@code shown} makes of those that have ended, or have not. */
  List<ObjectNode> each(Shown shown, Ended ended) {
    List<ObjectNode> nodes = new ArrayList<>();
    all.forEach((id, held) -> {
      if (held.state().isFinal() == (ended == Ended.YES)) {
        nodes.add(shown.of(id, held));
      }
    });
    return nodes;
  }

  /** Whether actions are over. */
  enum Ended {
    YES,
    NO
  }

  /** How a protocol writes an action. */
  interface Shown {
    ObjectNode of(UUID id, Held held);
  }
}
