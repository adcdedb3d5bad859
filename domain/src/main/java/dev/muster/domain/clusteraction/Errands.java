package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.PlanWork.Errand;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What policies want done around members. */
final class Errands {

  private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(1);

  private Errands() {}

  /** As a policy wrote it: kind, args, on, timeout in seconds. */
  static Errand of(JsonNode written) {
    return new Errand(
        new ActionKind(written.path("kind").asString("")),
        written.path("args").isObject()
            ? (ObjectNode) written.path("args")
            : WireFormat.JSON.createObjectNode(),
        written.path("on").isString()
            ? Optional.of(new NodeId(written.path("on").stringValue()))
            : Optional.empty(),
        written.path("timeout").isInt()
            ? Duration.ofSeconds(written.path("timeout").asInt())
            : USUAL_TIMEOUT);
  }

  /** Its arguments for a member, which expressions such as {@code ${member.name}} stand for. */
  static JsonNode args(Errand errand, MemberRecord member) {
    Map<String, String> values =
        Map.of(
            "${member.name}", member.node().value(),
            "${member.id}", member.node().value(),
            "${member.index}", Integer.toString(member.member().index()),
            "${member.address}", member.address().orElse(""));
    return rendered(errand.args(), values);
  }

  private static JsonNode rendered(JsonNode json, Map<String, String> values) {
    return switch (json) {
      case ObjectNode object -> {
        ObjectNode copy = WireFormat.JSON.createObjectNode();
        object
            .properties()
            .forEach(field -> copy.set(field.getKey(), rendered(field.getValue(), values)));
        yield copy;
      }
      case ArrayNode array -> {
        ArrayNode copy = WireFormat.JSON.createArrayNode();
        array.forEach(item -> copy.add(rendered(item, values)));
        yield copy;
      }
      default ->
          json.isString()
              ? WireFormat.JSON.getNodeFactory().stringNode(text(json.stringValue(), values))
              : json;
    };
  }

  private static String text(String template, Map<String, String> values) {
    String text = template;
    for (Map.Entry<String, String> value : values.entrySet()) {
      text = text.replace(value.getKey(), value.getValue());
    }
    return text;
  }
}
