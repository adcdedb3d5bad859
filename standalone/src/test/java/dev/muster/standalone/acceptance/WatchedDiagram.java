package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Autopilot's state diagram as its document draws it, and nothing of Muster: whether what a watcher
 * of plans is told is one of its states, in an order that it allows. The seed's diagram has no
 * arrow from SchedulableWait to an error; Autopilot's code has that one, for a node that failed.
 */
final class WatchedDiagram {

  private static final Set<String> ERRORS =
      Set.of(
          "InconsistentTargets",
          "IncompleteTargets",
          "Restricted",
          "MissingPlatform",
          "MissingSignalNode",
          "ApplyFailed");

  private static final Map<String, Set<String>> PLAN =
      Map.of(
          "", with(ERRORS, "SchedulableWait"),
          "SchedulableWait", with(ERRORS, "Schedulable", "Completed"),
          "Schedulable", with(ERRORS, "SchedulableWait"));

  private static final Map<String, Set<String>> NODE =
      Map.of(
          "", Set.of("SignalPending", "SignalMissingNode", "SignalMissingPlatform"),
          "SignalPending",
              Set.of(
                  "SignalSent",
                  "SignalMissingNode",
                  "SignalMissingPlatform",
                  // Signalled and done between two looks, as in Autopilot's own tests.
                  "SignalCompleted",
                  "SignalApplyFailed"),
          "SignalSent", Set.of("SignalCompleted", "SignalApplyFailed"));

  /** Of each plan, by its uid. */
  private final Map<String, JsonNode> last = new LinkedHashMap<>();

  private final Map<String, List<String>> states = new LinkedHashMap<>();

  private static Set<String> with(Set<String> some, String... more) {
    Set<String> all = new HashSet<>(some);
    all.addAll(List.of(more));
    return all;
  }

  /** Every state that the plan was seen in, in order, without repetition. */
  List<String> statesOf(String uid) {
    return List.copyOf(states.getOrDefault(uid, List.of()));
  }

  static boolean isEnd(String state) {
    return state.equals("Completed") || ERRORS.contains(state);
  }

  /** Checks what comes next. */
  void see(JsonNode plan) {
    String uid = Json.text(plan.path("metadata"), "uid");
    Optional<JsonNode> before = Optional.ofNullable(last.put(uid, plan));
    String from = before.map(WatchedDiagram::state).orElse("");
    String to = state(plan);
    String step =
        "%s -> %s\nbefore: %s\nnow: %s"
            .formatted(from, to, before.map(Object::toString).orElse(""), plan);
    List<String> seen = states.computeIfAbsent(uid, any -> new ArrayList<>());
    if (!from.equals(to)) {
      assertThat(PLAN.getOrDefault(from, Set.of())).as("plan " + step).contains(to);
      seen.add(to);
    }
    JsonNode commands = plan.path("status").path("commands");
    JsonNode commandsBefore =
        before.map(it -> it.path("status").path("commands")).orElse(Json.object());
    for (int i = 0; i < commands.size(); i++) {
      JsonNode command = commands.path(i);
      assertThat(Json.number(command, "id")).as(step).isEqualTo(i);
      seeCommand(commandsBefore.path(i), command, "command " + i + " " + step);
      requireRoom(plan.path("spec").path("commands").path(i), command, step);
    }
    if (signalled(plan) > before.map(WatchedDiagram::signalled).orElse(0)) {
      assertThat(from).as("who signals is Schedulable: " + step).isEqualTo("Schedulable");
    }
  }

  private static void seeCommand(JsonNode before, JsonNode now, String step) {
    String from = Json.text(before, "state");
    String to = Json.text(now, "state");
    if (!from.equals(to)) {
      assertThat(PLAN.getOrDefault(from, Set.of())).as(step).contains(to);
    }
    Map<String, String> nodesBefore = nodes(before);
    Map<String, String> nodesNow = nodes(now);
    if (!from.isEmpty()) {
      assertThat(nodesNow.keySet()).as("frozen targets of " + step).isEqualTo(nodesBefore.keySet());
    }
    nodesNow.forEach((node, state) -> {
      String was = nodesBefore.getOrDefault(node, "");
      if (!was.equals(state)) {
        assertThat(NODE.getOrDefault(was, Set.of()))
            .as("node %s %s -> %s of %s", node, was, state, step)
            .contains(state);
      }
    });
  }

  /** No more at once than the command says; one controller. */
  private static void requireRoom(JsonNode spec, JsonNode status, String step) {
    for (String kind : List.of("k0supdate", "airgapupdate")) {
      assertThat(sent(status.path(kind).path("controllers"))).as(step).isLessThanOrEqualTo(1);
      JsonNode workers =
          kind.equals("k0supdate")
              ? spec.path(kind).path("targets").path("workers")
              : spec.path(kind).path("workers");
      int most = workers.path("limits").path("concurrent").asInt(1);
      assertThat(sent(status.path(kind).path("workers"))).as(step).isLessThanOrEqualTo(most);
    }
  }

  private static int sent(JsonNode nodes) {
    int sent = 0;
    for (JsonNode node : nodes) {
      sent += Json.text(node, "state").equals("SignalSent") ? 1 : 0;
    }
    return sent;
  }

  /** How many were signalled so far. */
  private static int signalled(JsonNode plan) {
    int signalled = 0;
    for (JsonNode command : plan.path("status").path("commands")) {
      for (String state : nodes(command).values()) {
        signalled +=
            Set.of("SignalSent", "SignalCompleted", "SignalApplyFailed").contains(state) ? 1 : 0;
      }
    }
    return signalled;
  }

  private static Map<String, String> nodes(JsonNode command) {
    Map<String, String> nodes = new LinkedHashMap<>();
    for (String kind : List.of("k0supdate", "airgapupdate")) {
      for (String role : List.of("controllers", "workers")) {
        for (JsonNode node : command.path(kind).path(role)) {
          nodes.put(
              "%s %s %s".formatted(kind, role, Json.text(node, "name")), Json.text(node, "state"));
        }
      }
    }
    return nodes;
  }

  private static String state(JsonNode plan) {
    return plan.path("status").path("state").asString("");
  }
}
