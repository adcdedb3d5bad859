package dev.muster.agent.hosting;

import dev.muster.agent.json.BadField;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.settings.HostingSettings;
import dev.muster.agent.settings.Settings.Permissions;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * The arguments of {@code member.*}. What is in {@code data} and {@code physical} is Muster's
 * affair: here a member is known by its name.
 */
record HostingRequest(
    NodeId member,
    Optional<String> cluster,
    Optional<Integer> index,
    Optional<JsonNode> spec,
    Optional<HostedMember.Operation> operation) {

  static HostingRequest read(JsonFields fields) {
    fields.has("data");
    fields.has("physical");
    return new HostingRequest(
        member(fields),
        fields.optionalText("cluster"),
        fields.integer("index", 0, Integer.MAX_VALUE),
        fields.node("spec"),
        fields.optionalText("operation").map(text -> operation(fields, text)));
  }

  /**
   * Refuses a spec that would not do on this node, whatever the member.
   *
   * @throws BadField if it does not fit
   */
  void requireFit(HostingSettings settings, Permissions allowed) {
    HostedMember.Identity anybody =
        new HostedMember.Identity(member.value(), cluster.orElse("-"), index.orElse(0));
    HostedSpec.read(
        specOrEmpty(), HostedPlace.facts(anybody, settings.host(), 1, Path.of("/folder")), allowed);
  }

  /** An agent alone, if nothing is said. */
  JsonNode specOrEmpty() {
    return spec.orElseGet(WireFormat.JSON::createObjectNode);
  }

  /** Which member it is to be; for what makes one. */
  HostedMember.Identity identity() {
    return new HostedMember.Identity(
        member.value(),
        cluster.orElseThrow(() -> new BadField("args: cluster is missing")),
        index.orElseThrow(() -> new BadField("args: index is missing")));
  }

  private static NodeId member(JsonFields fields) {
    try {
      return new NodeId(fields.text("member"));
    } catch (IllegalArgumentException bad) {
      throw fields.wrong("member: " + bad.getMessage());
    }
  }

  private static HostedMember.Operation operation(JsonFields fields, String text) {
    try {
      return HostedMember.Operation.valueOf(text.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw fields.wrong("operation: '%s' (expected: REBOOT, REBUILD or RECREATE)".formatted(text));
    }
  }
}
