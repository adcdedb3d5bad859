package dev.muster.domain.policy;

import dev.muster.domain.action.ActionKind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is done around each member before it goes, and after it came: with a load balancer, or
 * whatever its owner has in mind. It calls nobody; the document says what is to be done.
 */
final class AroundPolicy implements Policy {

  static final AroundPolicy LOADBALANCE = new AroundPolicy("loadbalance", 500);
  static final AroundPolicy STEPS = new AroundPolicy("steps", 700);

  private static final Set<PolicyVerb> GIVE =
      EnumSet.of(
          PolicyVerb.CLUSTER_SCALE_IN,
          PolicyVerb.CLUSTER_DEL_NODES,
          PolicyVerb.CLUSTER_RESIZE,
          PolicyVerb.CLUSTER_REPLACE_NODES,
          PolicyVerb.CLUSTER_RECOVER,
          PolicyVerb.NODE_DELETE,
          PolicyVerb.NODE_LEAVE,
          PolicyVerb.NODE_RECOVER);

  private static final Set<PolicyVerb> GET =
      EnumSet.of(
          PolicyVerb.CLUSTER_CREATE,
          PolicyVerb.CLUSTER_SCALE_OUT,
          PolicyVerb.CLUSTER_ADD_NODES,
          PolicyVerb.CLUSTER_RESIZE,
          PolicyVerb.CLUSTER_REPLACE_NODES,
          PolicyVerb.CLUSTER_RECOVER,
          PolicyVerb.NODE_CREATE,
          PolicyVerb.NODE_JOIN,
          PolicyVerb.NODE_RECOVER);

  private static final Pattern EXPRESSION = Pattern.compile("\\$\\{([^}]*)}?");
  private static final Set<String> KNOWN =
      Set.of("member.name", "member.index", "member.address", "member.id");

  private final String type;
  private final int priority;

  private AroundPolicy(String type, int priority) {
    this.type = type;
    this.priority = priority;
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  public int priority() {
    return priority;
  }

  /** A member is behind one balancer; of the owner's steps there are as many as they like. */
  @Override
  public boolean isSingle() {
    return type.equals("loadbalance");
  }

  @Override
  public Optional<String> whyNot(JsonNode spec) {
    return spec.has("removing") || spec.has("added")
        ? unknown(spec, "")
        : Optional.of("there are no steps (expected: removing, added, or both)");
  }

  /** The first {@code ${…}} that is none of the four. */
  static Optional<String> unknown(JsonNode json, String path) {
    if (json.isString()) {
      Matcher found = EXPRESSION.matcher(json.stringValue());
      return found
          .results()
          .filter(one -> !KNOWN.contains(one.group(1)) || !one.group().endsWith("}"))
          .findFirst()
          .map(one ->
              "%s: '%s' (expected: ${member.name}, ${member.index}, ${member.address} or ${member.id})"
                  .formatted(path, one.group()));
    }
    if (json.isArray()) {
      for (int i = 0; i < json.size(); i++) {
        Optional<String> why = unknown(json.get(i), path + "/" + i);
        if (why.isPresent()) {
          return why;
        }
      }
      return Optional.empty();
    }
    return json.properties().stream()
        .flatMap(field -> unknown(field.getValue(), path + "/" + pointed(field.getKey())).stream())
        .findFirst();
  }

  private static String pointed(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  @Override
  public boolean concerns(ActionKind kind, Side side) {
    return side == Side.BEFORE
        && PolicyVerb.of(kind)
            .filter(verb -> GIVE.contains(verb) || GET.contains(verb))
            .isPresent();
  }

  @Override
  public Optional<String> decide(Binding binding, Occasion occasion, ObjectNode data) {
    PolicyVerb verb = PolicyVerb.of(occasion.kind()).orElseThrow();
    if (!isFor(binding.spec(), occasion.kind())) {
      return Optional.empty();
    }
    if (GIVE.contains(verb)) {
      add(binding.spec(), data, "removing");
    }
    if (GET.contains(verb)) {
      add(binding.spec(), data, "added");
    }
    return Optional.empty();
  }

  /** Whether the owner restricted it to other kinds. */
  static boolean isFor(JsonNode spec, ActionKind kind) {
    JsonNode kinds = spec.path("kinds");
    return kinds.isMissingNode()
        || kinds.valueStream().anyMatch(one -> one.asString("").equals(kind.value()));
  }

  private static void add(JsonNode spec, ObjectNode data, String when) {
    if (spec.path(when).isEmpty()) {
      return;
    }
    ArrayNode steps = JsonParts.list(JsonParts.child(data, "around"), when);
    for (JsonNode step : spec.path(when)) {
      ObjectNode added = steps.addObject().put("kind", step.path("kind").asString(""));
      added.set("args", JsonParts.copy(step.path("args")));
      if (step.has("timeout")) {
        added.put("timeout", step.path("timeout").asInt());
      }
      step.path("on").asStringOpt().ifPresent(node -> added.put("on", node));
    }
  }
}
