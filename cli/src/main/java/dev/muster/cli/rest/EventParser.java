package dev.muster.cli.rest;

import java.util.Optional;

/** Puts server-sent events together from their lines. */
final class EventParser {
  private String name = "";
  private final StringBuilder data = new StringBuilder();
  private boolean hasData;

  /** Takes the next line; an empty one ends an event. */
  Optional<StreamSignal.Event> line(String line) {
    if (line.isEmpty()) {
      return end();
    }
    int colon = line.indexOf(':');
    if (colon == 0) {
      return Optional.empty(); // a comment, which only shows that the server is there
    }
    String field = colon < 0 ? line : line.substring(0, colon);
    String value = colon < 0 ? "" : line.substring(colon + 1);
    value = value.startsWith(" ") ? value.substring(1) : value;
    if (field.equals("event")) {
      name = value;
    } else if (field.equals("data")) {
      if (hasData) {
        data.append('\n');
      }
      data.append(value);
      hasData = true;
    }
    return Optional.empty();
  }

  private Optional<StreamSignal.Event> end() {
    Optional<StreamSignal.Event> event =
        hasData
            ? Optional.of(
                new StreamSignal.Event(name.isEmpty() ? "message" : name, data.toString()))
            : Optional.empty();
    name = "";
    data.setLength(0);
    hasData = false;
    return event;
  }
}
