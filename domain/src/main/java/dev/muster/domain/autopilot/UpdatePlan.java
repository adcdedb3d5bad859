package dev.muster.domain.autopilot;

import dev.muster.domain.autopilot.PlanCommand.PlatformFile;
import dev.muster.domain.protocol.WireFormat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The plan that an update configuration makes of what its channel offers. */
final class UpdatePlan {

  /** An offer in place of the server's, for reading the rest of a command. */
  static final ChannelIndex.Offer EXAMPLE = example();

  private UpdatePlan() {}

  private static ChannelIndex.Offer example() {
    SortedMap<String, PlatformFile> files =
        new TreeMap<>(
            Map.of("linux-amd64", new PlatformFile("https://example.org/k0s", Optional.empty())));
    return new ChannelIndex.Offer(K0sVersion.parse("v0.0.0+k0s.0"), files, files);
  }

  /** A whole object. Its id is the time, as Autopilot has it. */
  static ObjectNode of(UpdateConfig config, ChannelIndex.Offer offer, Instant now) {
    ObjectNode plan = WireFormat.JSON.createObjectNode();
    head(plan, config.beside());
    String seconds = Long.toString(now.getEpochSecond());
    ObjectNode spec = plan.putObject("spec");
    spec.put("id", seconds).put("timestamp", seconds);
    spec.set("commands", commands(config.commands(), offer));
    return plan;
  }

  static void head(ObjectNode plan, SortedMap<String, String> annotations) {
    plan.put("apiVersion", ObjectKind.GROUP + "/" + ObjectKind.VERSION);
    plan.put("kind", ObjectKind.PLAN.word());
    ObjectNode metadata = plan.putObject("metadata").put("name", AutopilotPlan.NAME);
    if (!annotations.isEmpty()) {
      ObjectNode beside = metadata.putObject("annotations");
      annotations.forEach(beside::put);
    }
  }

  /** The commands with the version and the files of an offer. */
  static ArrayNode commands(List<JsonNode> commands, ChannelIndex.Offer offer) {
    ArrayNode filled = WireFormat.JSON.createArrayNode();
    for (JsonNode command : commands) {
      JsonNode copy = command.deepCopy();
      fill(copy, PlanCommand.Kind.K0S_UPDATE, offer.version(), offer.k0s());
      fill(copy, PlanCommand.Kind.AIRGAP_UPDATE, offer.version(), offer.airgap());
      filled.add(copy);
    }
    return filled;
  }

  private static void fill(
      JsonNode command,
      PlanCommand.Kind kind,
      K0sVersion version,
      SortedMap<String, PlatformFile> files) {
    if (command.path(kind.field()) instanceof ObjectNode update) {
      update.put("version", version.toString());
      ObjectNode platforms = update.putObject("platforms");
      files.forEach((platform, file) -> {
        ObjectNode entry = platforms.putObject(platform).put("url", file.url());
        file.sha256().ifPresent(hash -> entry.put("sha256", hash));
      });
    }
  }

  /** Autopilot's command when none is written: all controllers, then all workers. */
  static JsonNode everybody() {
    ObjectNode command = WireFormat.JSON.createObjectNode();
    ObjectNode targets =
        command.putObject(PlanCommand.Kind.K0S_UPDATE.field()).putObject("targets");
    for (String role : List.of("controllers", "workers")) {
      targets.putObject(role).putObject("discovery").putObject("selector");
    }
    return command;
  }
}
