package dev.muster.agent.hosting;

import dev.muster.agent.json.BadField;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.node.NodeMonitor;
import dev.muster.agent.process.Command;
import dev.muster.agent.settings.Settings.Permissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a profile says of its members here: a service, and what their agents say about them.
 *
 * @param service empty for an agent alone
 */
record HostedSpec(Optional<HostedService> service, Map<String, String> attributes) {

  private static final Pattern PLACE = Pattern.compile("\\$\\{member\\.([A-Za-z]+)}");

  /**
   * A process beside the member's agent.
   *
   * @param environment what is added to that of all
   * @param status how it is looked at; without, it is up while it runs
   * @param written the status as a configuration has it
   * @param grace between SIGTERM and SIGKILL
   */
  record HostedService(
      List<String> argv,
      Map<String, String> environment,
      Optional<NodeMonitor.Check> status,
      Optional<JsonNode> written,
      Duration grace) {}

  /**
   * Reads one for a member.
   *
   * @param facts what <code>${member.NAME}</code> stands for, by name
   * @throws BadField if it does not fit, or wants what the node does not allow
   */
  static HostedSpec read(JsonNode spec, Map<String, String> facts, Permissions allowed) {
    JsonNode filled = filled(spec, new TreeMap<>(facts));
    return JsonFields.read(
        "args.spec",
        filled,
        fields ->
            new HostedSpec(
                fields.object("service", inner -> service(inner, filled.path("service"), allowed)),
                fields.textMap("attributes")));
  }

  /** How long the service of a spec has to end, whether the spec still fits or not. */
  static Duration grace(JsonNode spec) {
    return JsonFields.read(
        "spec",
        spec,
        fields -> {
          fields.allowOthers();
          return fields
              .object(
                  "service",
                  service -> {
                    service.allowOthers();
                    return service.duration("grace").orElse(Command.GRACE);
                  })
              .orElse(Command.GRACE);
        });
  }

  private static HostedService service(JsonFields fields, JsonNode json, Permissions allowed) {
    List<String> argv = fields.texts("argv");
    Map<String, String> environment = fields.textMap("env");
    refuse(fields, "argv: ", allowed.programs().refusal(argv.getFirst()));
    for (String name : environment.keySet()) {
      refuse(fields, "env: ", allowed.variables().refusal(name));
    }
    Optional<NodeMonitor.Check> status =
        fields.object(
            "status",
            inner -> {
              if (inner.has("command")) {
                String program = inner.texts("command").getFirst();
                refuse(inner, "command: ", allowed.programs().refusal(program));
              }
              if (inner.has("process")) {
                throw inner.wrong("process is what holds without a status: leave it out");
              }
              return NodeMonitor.Check.read(inner);
            });
    return new HostedService(
        argv,
        environment,
        status,
        status.map(given -> json.path("status")),
        fields.duration("grace").orElse(Command.GRACE));
  }

  private static void refuse(JsonFields fields, String what, Optional<String> reason) {
    if (reason.isPresent()) {
      throw fields.wrong(what + reason.get());
    }
  }

  private static JsonNode filled(JsonNode node, TreeMap<String, String> facts) {
    if (node.isString()) {
      return JsonNodeFactory.instance.stringNode(filled(node.stringValue(), facts));
    }
    if (node.isArray()) {
      ArrayNode array = JsonNodeFactory.instance.arrayNode();
      node.forEach(element -> array.add(filled(element, facts)));
      return array;
    }
    if (node.isObject()) {
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      Map<String, JsonNode> fields = new LinkedHashMap<>();
      node.properties()
          .forEach(field -> fields.put(field.getKey(), filled(field.getValue(), facts)));
      fields.forEach(object::set);
      return object;
    }
    return node;
  }

  private static String filled(String text, TreeMap<String, String> facts) {
    return PLACE
        .matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                Optional.ofNullable(facts.get(found.group(1)))
                    .orElseThrow(() ->
                        new BadField(
                            "args.spec: %s is not known (known: %s)"
                                .formatted(found.group(), String.join(", ", facts.keySet()))))));
  }
}
