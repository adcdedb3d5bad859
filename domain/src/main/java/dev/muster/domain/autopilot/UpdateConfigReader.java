package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.Finding;
import dev.muster.domain.protocol.WireFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads UpdateConfigs of {@code autopilot.k0sproject.io/v1beta2} and says which are admitted.
 *
 * <p>Refuses with a reason what Autopilot takes and then never acts on: a weekday that is none, a
 * start or length that is missing or cannot be read, a cron expression that is none, a command that
 * holds both kinds. Time is that of the annotation {@code muster.dev/timezone}, UTC without it.
 */
public final class UpdateConfigReader {

  /** Of annotations that are ours. */
  static final String PREFIX = "muster.dev/";

  /** In which time zone days and hours are meant. */
  public static final String TIMEZONE = PREFIX + "timezone";

  private static final String SPEC = "/spec";
  private static final String COMMANDS = "/spec/planSpec/commands";
  private static final String ANNOTATIONS = "/metadata/annotations";

  /** As the CRD has them. */
  private static final String USUAL_CHANNEL = "stable";

  private static final String USUAL_SERVER = "https://updates.k0sproject.io";

  private static final Pattern CHANNEL =
      Pattern.compile(
          "(?=.{1,200}$)[A-Za-z0-9_+~-][A-Za-z0-9._+~-]*(/[A-Za-z0-9_+~-][A-Za-z0-9._+~-]*)*");

  private static final List<String> FIELDS =
      List.of("channel", "updateServer", "upgradeStrategy", "planSpec");

  private final SpecFields fields = new SpecFields();
  private final JsonNode object;

  private UpdateConfigReader(JsonNode object) {
    this.object = object;
  }

  /**
   * Reads a whole object: apiVersion, kind, metadata.name, metadata.annotations, spec. Whatever the
   * JSON is, there is an answer.
   */
  public static UpdateConfigReading read(JsonNode object) {
    return new UpdateConfigReader(object).reading();
  }

  private UpdateConfigReading reading() {
    kind();
    JsonNode spec = fields.object(object, "spec", SPEC);
    fields.onlyKnown(spec, SPEC, FIELDS);
    Optional<String> server =
        fields.read(
            fields.text(spec, "updateServer", SPEC + "/updateServer").orElse(USUAL_SERVER),
            SPEC + "/updateServer",
            ChannelAddress::server);
    Optional<String> channel =
        fields.read(
            fields.text(spec, "channel", SPEC + "/channel").orElse(USUAL_CHANNEL),
            SPEC + "/channel",
            UpdateConfigReader::channel);
    SortedMap<String, String> annotations = annotations();
    Optional<UpdateConfig.Strategy> strategy =
        new UpdateStrategyReader(fields, Optional.ofNullable(annotations.remove(TIMEZONE)))
            .read(fields.object(spec, "upgradeStrategy", UpdateStrategyReader.PATH));
    List<JsonNode> commands = commands(fields.object(spec, "planSpec", SPEC + "/planSpec"));
    if (fields.findings().isEmpty()) {
      asInPlans(commands, annotations);
    }
    if (!fields.findings().isEmpty()) {
      return new UpdateConfigReading.Unfit(fields.findings());
    }
    return new UpdateConfigReading.Taken(
        new UpdateConfig(
            object.path("metadata").path("name").stringValue(),
            channel.orElseThrow(),
            server.orElseThrow(),
            strategy.orElseThrow(),
            commands,
            annotations));
  }

  private void kind() {
    String version = ObjectKind.GROUP + "/" + ObjectKind.VERSION;
    String kind = ObjectKind.UPDATE_CONFIG.word();
    expect("apiVersion", version);
    expect("kind", kind);
    if (fields
        .text(fields.object(object, "metadata", "/metadata"), "name", "/metadata/name")
        .isEmpty()) {
      fields.add("/metadata/name", "name: none (expected: the object's name)");
    }
  }

  private void expect(String field, String value) {
    String said = fields.text(object, field, "/" + field).orElse("");
    if (!said.equals(value)) {
      fields.add(
          "/" + field, "%s: '%s' (expected: %s)".formatted(field, SpecFields.shown(said), value));
    }
  }

  private static String channel(String text) {
    if (!CHANNEL.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "channel: '%s' (expected: a channel of the update server, such as stable or stable/v1.30; letters, digits, . _ + ~ - and slashes between them)"
              .formatted(SpecFields.shown(text)));
    }
    return text;
  }

  private SortedMap<String, String> annotations() {
    SortedMap<String, String> found = new TreeMap<>();
    JsonNode all =
        fields.object(fields.object(object, "metadata", "/metadata"), "annotations", ANNOTATIONS);
    for (String name : all.propertyNames()) {
      if (name.startsWith(PREFIX)) {
        String path = ANNOTATIONS + "/" + SpecFields.pointer(name);
        fields.text(all, name, path).ifPresent(value -> found.put(name, value));
      }
    }
    return found;
  }

  /** What is written; without any command, Autopilot's own: everybody. */
  private List<JsonNode> commands(JsonNode planSpec) {
    fields.onlyKnown(planSpec, SPEC + "/planSpec", List.of("commands"));
    List<JsonNode> commands = fields.list(planSpec, "commands", COMMANDS);
    for (int i = 0; i < commands.size(); i++) {
      command(commands.get(i), COMMANDS + "/" + i);
    }
    return commands.isEmpty() ? List.of(UpdatePlan.everybody()) : commands;
  }

  private void command(JsonNode command, String path) {
    List<String> kinds =
        List.of(PlanCommand.Kind.K0S_UPDATE.field(), PlanCommand.Kind.AIRGAP_UPDATE.field());
    List<String> held = kinds.stream().filter(kind -> command.path(kind).isObject()).toList();
    if (held.size() != 1) {
      fields.add(
          path,
          held.isEmpty()
              ? "the command holds neither k0supdate nor airgapupdate (expected: one of them)"
              : "the command holds both k0supdate and airgapupdate, of which Autopilot does only the first and never says so (expected: one of them; write two commands, airgapupdate first, so that images are there when k0s restarts)");
      return;
    }
    for (String named : List.of("version", "platforms")) {
      if (command.path(held.getFirst()).has(named)) {
        fields.add(
            "%s/%s/%s".formatted(path, held.getFirst(), named),
            "%s: the update server names it (expected: no such field here)".formatted(named));
      }
    }
  }

  /** Targets, limits and terms are what they are in a plan, so a plan's reader judges them. */
  private void asInPlans(List<JsonNode> commands, SortedMap<String, String> annotations) {
    ObjectNode plan = WireFormat.JSON.createObjectNode();
    UpdatePlan.head(plan, annotations);
    ObjectNode spec = plan.putObject("spec");
    spec.put("id", "0").put("timestamp", "0");
    spec.set("commands", UpdatePlan.commands(commands, UpdatePlan.EXAMPLE));
    if (PlanReader.read(plan) instanceof PlanReading.Refused(List<Finding> findings)) {
      for (Finding finding : findings) {
        String at = finding.path();
        fields.add(
            at.startsWith("/spec/commands") ? COMMANDS + at.substring(14) : at, finding.message());
      }
    }
  }
}
