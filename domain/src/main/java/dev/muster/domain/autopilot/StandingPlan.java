package dev.muster.domain.autopilot;

import dev.muster.domain.run.ProgressState;
import java.util.Comparator;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The plan that a cluster has already, as an update looks at it.
 *
 * @param id its {@code spec.id}
 * @param state empty as long as it has none
 * @param version the highest one of its commands; empty if it has none that can be read
 */
public record StandingPlan(String id, Optional<ProgressState> state, Optional<K0sVersion> version) {

  /** What a Plan says of itself. */
  public static StandingPlan of(JsonNode object) {
    String state = object.path("status").path("state").asString("");
    Optional<K0sVersion> version =
        object
            .path("spec")
            .path("commands")
            .valueStream()
            .flatMap(JsonNode::valueStream)
            .flatMap(command -> K0sVersion.find(command.path("version").asString("")).stream())
            .max(Comparator.naturalOrder());
    return new StandingPlan(
        object.path("spec").path("id").asString(""),
        Optional.of(state).filter(word -> !word.isEmpty()).map(ProgressState::parse),
        version);
  }
}
