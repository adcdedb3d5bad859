package dev.muster.agent.hosting;

import dev.muster.agent.json.JsonFields;
import dev.muster.domain.protocol.WireFormat;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What is recorded of a member: how it is to be. Its processes follow.
 *
 * @param spec as Muster gave it
 * @param by the action that wrote this; when it is executed again, it has its effect already
 * @param going why it is to go; empty if it is to run
 */
record HostedMember(
    Identity identity, JsonNode spec, Ports ports, Runs runs, UUID by, Optional<String> going) {

  /** The operations of {@code member.recover}. */
  enum Operation {
    /** Another run of the service. */
    REBOOT,
    /** Another run of the agent too. */
    REBUILD,
    /** All anew, in another folder. */
    RECREATE
  }

  /** Which member it is. */
  record Identity(String name, String cluster, int index) {}

  /** Where it listens; both are its own as long as it is recorded. */
  record Ports(int agent, int service) {}

  /** Numbers that grow: which folder, and which run of each process in it, is the right one. */
  record Runs(int folder, int agent, int service) {

    static final Runs FIRST = new Runs(1, 1, 1);

    Runs after(Operation operation) {
      return switch (operation) {
        case REBOOT -> new Runs(folder, agent, service + 1);
        case REBUILD -> new Runs(folder, agent + 1, service + 1);
        case RECREATE -> new Runs(folder + 1, agent + 1, service + 1);
      };
    }
  }

  String name() {
    return identity.name();
  }

  /** This member with other runs, as an action wants it. */
  HostedMember with(Runs newRuns, UUID action) {
    return new HostedMember(identity, spec, ports, newRuns, action, going);
  }

  /** This member by another spec. */
  HostedMember by(JsonNode newSpec, UUID action) {
    return new HostedMember(identity, newSpec, ports, runs, action, going);
  }

  /** This member on its way out. */
  HostedMember gone(String why, UUID action) {
    return new HostedMember(identity, spec, ports, runs, action, Optional.of(why));
  }

  String written() {
    ObjectNode json = WireFormat.JSON.createObjectNode();
    json.put("member", name()).put("cluster", identity.cluster()).put("index", identity.index());
    json.set("spec", spec);
    json.put("agentPort", ports.agent()).put("servicePort", ports.service());
    json.put("folder", runs.folder()).put("agent", runs.agent()).put("service", runs.service());
    json.put("by", by.toString());
    going.ifPresent(why -> json.put("going", why));
    return json.toString();
  }

  static HostedMember read(String text) {
    return JsonFields.read("record", WireFormat.JSON.readTree(text), HostedMember::of);
  }

  private static HostedMember of(JsonFields fields) {
    return new HostedMember(
        new Identity(fields.text("member"), fields.text("cluster"), number(fields, "index")),
        fields.node("spec").orElseThrow(() -> fields.wrong("spec is missing")),
        new Ports(number(fields, "agentPort"), number(fields, "servicePort")),
        new Runs(number(fields, "folder"), number(fields, "agent"), number(fields, "service")),
        UUID.fromString(fields.text("by")),
        fields.optionalText("going"));
  }

  private static int number(JsonFields fields, String name) {
    return fields
        .integer(name, 0, Integer.MAX_VALUE)
        .orElseThrow(() -> fields.wrong(name + " is missing"));
  }
}
