package dev.muster.senlin.words;

import dev.muster.domain.protocol.WireFormat;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An object as OpenStack's clients want it: every field is there, and has {@code null} where there
 * is no value.
 */
public final class SenlinObject {

  private final ObjectNode fields = WireFormat.JSON.createObjectNode();

  private SenlinObject() {}

  public static SenlinObject of() {
    return new SenlinObject();
  }

  /** One without fields. */
  public static ObjectNode nothing() {
    return WireFormat.JSON.createObjectNode();
  }

  /** A text. */
  public SenlinObject with(String name, String value) {
    fields.put(name, value);
    return this;
  }

  public SenlinObject with(String name, int value) {
    fields.put(name, value);
    return this;
  }

  /** A document. */
  public SenlinObject with(String name, JsonNode value) {
    fields.set(name, value);
    return this;
  }

  /** A list of texts. */
  public SenlinObject withAll(String name, Collection<?> values) {
    values.forEach(value -> fields.withArray(name).add(value.toString()));
    if (values.isEmpty()) {
      fields.putArray(name);
    }
    return this;
  }

  /** As JSON. */
  public SenlinObject withTree(String name, Object value) {
    fields.set(name, WireFormat.JSON.valueToTree(value));
    return this;
  }

  /** Whatever JSON there is of it; a time to the second. */
  public SenlinObject with(String name, Optional<?> value) {
    fields.set(
        name,
        value
            .<JsonNode>map(
                one -> WireFormat.JSON.valueToTree(one instanceof Instant at ? time(at) : one))
            .orElseGet(WireFormat.JSON.getNodeFactory()::nullNode));
    return this;
  }

  /** Whose it is: Muster has identities, and neither projects nor domains. */
  public SenlinObject owned(String user) {
    return with("user", user).with("project", "").with("domain", "");
  }

  public ObjectNode done() {
    return fields;
  }

  /** To the second, as Senlin writes it. */
  public static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** In seconds since 1970, as Senlin writes when an action began and ended. */
  public static Optional<Double> seconds(Optional<Instant> at) {
    return at.map(time -> time.toEpochMilli() / 1000.0);
  }

  /** The same under a name, as each answer is. */
  public static ObjectNode named(String name, JsonNode value) {
    ObjectNode answer = nothing();
    answer.set(name, value);
    return answer;
  }
}
