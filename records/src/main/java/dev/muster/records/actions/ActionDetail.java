package dev.muster.records.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * An action and its history.
 *
 * @param transitions oldest first
 * @param data what was decided of an action on a cluster
 * @param dependedBy the first of those that wait, or waited, for it
 */
public record ActionDetail(
    ActionRecord action,
    List<Transition> transitions,
    Optional<JsonNode> data,
    List<ActionId> dependedBy) {

  /**
   * One entry of the history.
   *
   * @param from empty for the first
   */
  public record Transition(
      Instant at,
      Optional<ActionState> from,
      ActionState to,
      Actor by,
      String why,
      Optional<JsonNode> payload) {}
}
