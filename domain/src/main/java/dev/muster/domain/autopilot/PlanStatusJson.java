package dev.muster.domain.autopilot;

import dev.muster.domain.run.ProgressState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A status as the JSON that Plans have: exactly Autopilot's fields. */
public final class PlanStatusJson {

  private static final String CONTROLLERS = "controllers";
  private static final String WORKERS = "workers";
  private static final String DESCRIPTION = "description";
  private static final String STATE = "state";

  private PlanStatusJson() {}

  /** Writes it. {@code description} and empty lists of nodes are left out as Autopilot does. */
  public static JsonNode write(PlanStatus status) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put(STATE, status.state().word());
    ArrayNode commands = json.putArray("commands");
    status.commands().forEach(command -> write(command, commands.addObject()));
    return json;
  }

  private static void write(PlanStatus.Command command, ObjectNode json) {
    json.put("id", command.id());
    json.put(STATE, command.state().word());
    if (!command.description().isEmpty()) {
      json.put(DESCRIPTION, command.description());
    }
    ObjectNode targets = json.putObject(command.kind().field());
    write(CONTROLLERS, command.controllers(), targets);
    write(WORKERS, command.workers(), targets);
  }

  private static void write(String wave, List<PlanStatus.Node> nodes, ObjectNode targets) {
    if (nodes.isEmpty()) {
      return;
    }
    ArrayNode list = targets.putArray(wave);
    for (PlanStatus.Node node : nodes) {
      list.addObject()
          .put("name", node.name())
          .put(STATE, node.state().word())
          .put("lastUpdatedTimestamp", node.updatedAt().truncatedTo(ChronoUnit.SECONDS).toString());
    }
  }

  /** Reads what {@link #write} wrote. */
  public static PlanStatus read(JsonNode json) {
    List<PlanStatus.Command> commands = new ArrayList<>();
    json.path("commands").forEach(command -> commands.add(command(command)));
    return new PlanStatus(ProgressState.parse(json.path(STATE).stringValue()), commands);
  }

  private static PlanStatus.Command command(JsonNode json) {
    PlanCommand.Kind kind =
        json.has(PlanCommand.Kind.AIRGAP_UPDATE.field())
            ? PlanCommand.Kind.AIRGAP_UPDATE
            : PlanCommand.Kind.K0S_UPDATE;
    JsonNode targets = json.path(kind.field());
    return new PlanStatus.Command(
        json.path("id").intValue(),
        ProgressState.parse(json.path(STATE).stringValue()),
        json.path(DESCRIPTION).asString(""),
        kind,
        nodes(targets.path(CONTROLLERS)),
        nodes(targets.path(WORKERS)));
  }

  private static List<PlanStatus.Node> nodes(JsonNode list) {
    List<PlanStatus.Node> nodes = new ArrayList<>();
    for (JsonNode node : list) {
      nodes.add(
          new PlanStatus.Node(
              node.path("name").stringValue(),
              SignalState.parse(node.path(STATE).stringValue()),
              Instant.parse(node.path("lastUpdatedTimestamp").stringValue())));
    }
    return nodes;
  }
}
