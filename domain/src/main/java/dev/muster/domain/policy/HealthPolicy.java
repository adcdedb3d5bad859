package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.protocol.WireFormat;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * How it is found out that a member is broken, and what is tried then. The document of an action
 * says what a recovery tries, and that members are not looked at while it changes them.
 */
final class HealthPolicy implements Policy {

  private static final Set<PolicyVerb> RECOVER =
      EnumSet.of(PolicyVerb.CLUSTER_RECOVER, PolicyVerb.NODE_RECOVER, PolicyVerb.CLUSTER_HEAL);

  private static final Set<PolicyVerb> CHANGE =
      EnumSet.of(
          PolicyVerb.CLUSTER_DELETE,
          PolicyVerb.CLUSTER_UPDATE,
          PolicyVerb.CLUSTER_DEL_NODES,
          PolicyVerb.CLUSTER_REPLACE_NODES,
          PolicyVerb.CLUSTER_RESIZE,
          PolicyVerb.CLUSTER_SCALE_IN,
          PolicyVerb.CLUSTER_RECOVER,
          PolicyVerb.CLUSTER_HEAL,
          PolicyVerb.NODE_DELETE,
          PolicyVerb.NODE_UPDATE,
          PolicyVerb.NODE_RECOVER);

  @Override
  public String type() {
    return "health";
  }

  @Override
  public int priority() {
    return 600;
  }

  @Override
  public boolean isSingle() {
    return true;
  }

  @Override
  public Optional<String> whyNot(JsonNode spec) {
    JsonNode modes = spec.path("detection").path("detection_modes");
    for (int i = 0; i < modes.size(); i++) {
      String path = "/detection/detection_modes/%d/options".formatted(i);
      JsonNode options = modes.get(i).path("options");
      Optional<String> why =
          AroundPolicy.unknown(options.path("poll_url"), path + "/poll_url")
              .or(() -> noPattern(options, path));
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> noPattern(JsonNode options, String path) {
    String text = options.path("poll_url_healthy_response").asString("");
    try {
      Pattern.compile(text);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(
          "%s/poll_url_healthy_response: '%s' is no regular expression: %s"
              .formatted(path, text, e.getDescription()));
    }
  }

  @Override
  public boolean concerns(ActionKind kind, Side side) {
    return PolicyVerb.of(kind).filter(CHANGE::contains).isPresent();
  }

  @Override
  public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
    ObjectNode health = JsonParts.child(data, "health");
    health.put("detection", occasion.side() == Side.BEFORE ? "off" : "on");
    if (occasion.side() == Side.BEFORE
        && PolicyVerb.of(occasion.kind()).filter(RECOVER::contains).isPresent()) {
      ArrayNode actions = WireFormat.JSON.createArrayNode();
      for (JsonNode action : binding.spec().path("recovery").path("actions")) {
        ObjectNode one = actions.addObject().put("name", action.path("name").asString(""));
        one.set("params", JsonParts.copy(action.path("params")));
      }
      if (actions.isEmpty()) {
        actions
            .addObject()
            .put("name", "RECREATE")
            .set("params", WireFormat.JSON.createObjectNode());
      }
      health.set("recover_action", actions);
    }
    if (PolicyVerb.CLUSTER_HEAL.kind().equals(occasion.kind())) {
      JsonNode detection = binding.spec().path("detection");
      health.set("detection_modes", detection.path("detection_modes"));
      health.put(
          "recovery_conditional", detection.path("recovery_conditional").asString("ANY_FAILED"));
      health.put("node_update_timeout", detection.path("node_update_timeout").asInt(300));
    }
    return Optional.empty();
  }
}
