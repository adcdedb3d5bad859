package dev.muster.worker.core;

import dev.muster.records.actions.Push;
import dev.muster.records.core.CoreTurn;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One turn of an action, with the values of secrets in its arguments.
 *
 * @param clock by which its time passes
 */
record CoreWork(CoreTurn turn, JsonNode args, Clock clock) {

  /** Ids are the same in each turn, also in one that is done again. */
  String id() {
    return turn.push().id().toString();
  }

  Instant now() {
    return clock.instant();
  }

  /** A request's time, or what is left of the action's. */
  Duration atMost(Duration wanted) {
    Duration left = turn.expires().map(end -> Duration.between(now(), end)).orElse(wanted);
    Duration least = left.compareTo(wanted) < 0 ? left : wanted;
    return least.isPositive() ? least : Duration.ofMillis(1);
  }

  /** What a server is told of the action, unless the playbook says what it is told. */
  ObjectNode record() {
    Push push = turn.push();
    ObjectNode record = JsonNodeFactory.instance.objectNode();
    record.put("id", id());
    record.put("kind", push.kind().value());
    record.put("cluster", turn.cluster().value());
    record.put("node", push.node().value());
    push.metadata().forEach(record::put);
    record.put("createdAt", push.createdAt().toString());
    record.put("startedAt", turn.begun().toString());
    record.put("turn", turn.number());
    turn.payload().ifPresent(payload -> record.set("payload", payload));
    return record;
  }

  /** A text as it is, anything else as JSON. */
  static byte[] bytes(JsonNode body) {
    String text = body.isString() ? body.stringValue() : body.toString();
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
