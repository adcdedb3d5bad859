package dev.muster.api.logs;

import dev.muster.records.logs.LogRecord;
import dev.muster.records.logs.LogState;
import java.util.List;
import java.util.UUID;

/**
 * The end of a stream.
 *
 * @param missing logs that are not complete, up to a hundred of them
 */
public record LogEndJson(List<MissingLogJson> missing) {

  /** A log that is not complete, and why. */
  public record MissingLogJson(UUID action, String node, String why) {

    static MissingLogJson of(LogRecord log) {
      String why =
          log.state() == LogState.OPEN
              ? "the action goes on"
              : log.error().orElse("it is being fetched");
      return new MissingLogJson(
          log.action().value(),
          log.node().value(),
          log.state() == LogState.WANTED && log.error().isPresent()
              ? why + "; it is asked again"
              : why);
    }

    /** For people. */
    String text() {
      return "[muster: the log of action %s on %s is not complete: %s]"
          .formatted(action, node, why);
    }
  }
}
