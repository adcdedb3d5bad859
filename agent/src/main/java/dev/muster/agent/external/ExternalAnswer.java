package dev.muster.agent.external;

import dev.muster.agent.json.BadField;
import dev.muster.agent.json.JsonErrors;
import dev.muster.agent.json.JsonFields;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an executable answered to {@code start} or {@code check}.
 *
 * @param payload outputs, or how far it is
 * @param state what it wants to be given the next time
 * @param checkAfter when that shall be
 */
record ExternalAnswer(
    Status status,
    Optional<JsonNode> payload,
    Optional<String> error,
    Optional<JsonNode> state,
    Optional<Duration> checkAfter) {

  /** Where it stands. */
  enum Status {
    RUNNING,
    DONE,
    FAILED,
    CANCELLED
  }

  /**
   * Reads the last line that was printed. Who prints nothing is done.
   *
   * @throws BadField if it cannot be understood
   */
  static ExternalAnswer read(String stdout) {
    if (stdout.isBlank()) {
      return read(WireFormat.JSON.createObjectNode().put("status", "done"));
    }
    return read(json(stdout));
  }

  /** Reads one that was kept. */
  static ExternalAnswer read(JsonNode json) {
    return JsonFields.read("answer", json, fields -> of(fields, json));
  }

  /**
   * The JSON object of the last line.
   *
   * @throws BadField if there is none
   */
  static JsonNode json(String stdout) {
    List<String> lines = stdout.lines().filter(line -> !line.isBlank()).toList();
    String last = lines.isEmpty() ? "" : lines.getLast().strip();
    String complaint =
        "the last line of its standard output is no JSON object: '%s'"
            .formatted(Shortened.to(80, last));
    try {
      JsonNode json = WireFormat.JSON.readTree(last);
      if (json.isObject()) {
        return json;
      }
    } catch (JacksonException bad) {
      throw new BadField("%s (%s)".formatted(complaint, JsonErrors.shown(bad)));
    }
    throw new BadField(complaint);
  }

  /** This answer with the state of the one before, if it has none. */
  ExternalAnswer after(ExternalAnswer before) {
    return new ExternalAnswer(status, payload, error, state.or(before::state), checkAfter);
  }

  /** To be kept, and read again. */
  String kept() {
    ObjectNode kept = WireFormat.JSON.createObjectNode();
    kept.put("status", status.name().toLowerCase(Locale.ROOT));
    state.ifPresent(node -> kept.set("state", node));
    checkAfter.ifPresent(after -> kept.put("checkAfter", after.toMillis()));
    return kept.toString();
  }

  private static ExternalAnswer of(JsonFields fields, JsonNode json) {
    String status = fields.text("status");
    Optional<Status> known =
        List.of(Status.values()).stream()
            .filter(one -> one.name().toLowerCase(Locale.ROOT).equals(status))
            .findFirst();
    boolean outputs = fields.has("outputs");
    fields.has("progress");
    fields.has("state");
    return new ExternalAnswer(
        known.orElseThrow(() ->
            fields.wrong(
                "status: '%s' (expected: running, done, failed or cancelled)".formatted(status))),
        Optional.ofNullable(json.get(outputs ? "outputs" : "progress")),
        fields.optionalText("error"),
        Optional.ofNullable(json.get("state")),
        fields.duration("checkAfter"));
  }
}
