package dev.muster.standalone.acceptance;

import dev.muster.cli.rest.Json;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Reads a run as the API shows it. */
final class Shown {

  private Shown() {}

  static Predicate<JsonNode> inState(String state) {
    return run -> Json.text(run, "state").equals(state);
  }

  /** The states of all nodes, stage by stage. */
  static List<String> nodeStates(JsonNode run) {
    return nodes(run).map(node -> Json.text(node, "state")).toList();
  }

  static boolean hasRunning(JsonNode run) {
    return nodeStates(run).contains("RUNNING");
  }

  /** A node of the first stage that has it. */
  static JsonNode node(JsonNode run, String id) {
    return nodes(run).filter(node -> Json.text(node, "node").equals(id)).findFirst().orElseThrow();
  }

  /** Why the newest step of a node waits, as a code; empty if it does not. */
  static String waitCode(JsonNode run, String node) {
    List<JsonNode> steps = Json.items(node(run, node), "steps");
    return steps.isEmpty() ? "" : Json.text(steps.getLast().path("wait"), "code");
  }

  /** The steps that are in a state, on whatever node. */
  static List<String> stepsIn(JsonNode run, String state) {
    return nodes(run)
        .flatMap(node -> Json.items(node, "steps").stream())
        .map(step -> Json.text(step, "state"))
        .filter(state::equals)
        .toList();
  }

  /** Whether an agent may have something of it to do: what it surely does not have says why. */
  static boolean mayExecute(JsonNode run) {
    return nodes(run)
        .flatMap(node -> Json.items(node, "steps").stream())
        .anyMatch(step ->
            switch (Json.text(step, "state")) {
              case "NEW", "RUNNING" -> true;
              case "PENDING_SCHEDULE" -> !step.has("wait");
              default -> false;
            });
  }

  private static Stream<JsonNode> nodes(JsonNode run) {
    return Json.items(run, "stages").stream().flatMap(stage -> Json.items(stage, "nodes").stream());
  }
}
