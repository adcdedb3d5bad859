package dev.muster.api.logs;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.log.LogLines.Item;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Some lines of one action's log.
 *
 * @param step of the run, if the action is one
 * @param at when Muster got them, if that was while the action executed
 */
public record LogPartJson(
    UUID action, String node, Optional<String> step, Optional<Instant> at, List<LineJson> lines) {

  /**
   * A line, or a place where something is left out.
   *
   * @param offset of its first byte in the log
   * @param line without its end
   * @param leftOut so many bytes that were printed here are not there
   */
  public record LineJson(long offset, Optional<String> line, Optional<Long> leftOut) {

    static LineJson of(Item item) {
      return switch (item) {
        case Item.Line(long offset, String text) ->
            new LineJson(offset, Optional.of(text), Optional.empty());
        case Item.LeftOut(long offset, long bytes) ->
            new LineJson(offset, Optional.empty(), Optional.of(bytes));
      };
    }

    /** For people. */
    String text() {
      return line.or(
              () -> leftOut.map("[muster: %d bytes of the log are left out here]"::formatted))
          .orElse("");
    }
  }

  static LogPartJson of(
      ActionId action, NodeId node, Optional<String> step, Optional<Instant> at, List<Item> items) {
    return new LogPartJson(
        action.value(), node.value(), step, at, items.stream().map(LineJson::of).toList());
  }
}
