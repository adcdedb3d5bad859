package dev.muster.cli.follow;

import dev.muster.cli.rest.Json;
import dev.muster.cli.terminal.ExitCode;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A plan of k0s Autopilot as the API shows it, with what is known of its nodes from its run. States
 * are Autopilot's words; no state at all is one too: nobody has looked at the plan yet.
 *
 * @param why what it waits for, or why it ended
 * @param run id of its run; empty if it has none
 */
public record PlanView(
    String name,
    String cluster,
    String state,
    String why,
    String run,
    Times times,
    List<Command> commands) {

  /** When what happened to it, and is to have happened. */
  public record Times(Optional<Instant> created, Optional<Instant> deadline) {}

  /** One command of the plan, with the nodes that were found for it. */
  public record Command(
      int id,
      String kind,
      String version,
      String state,
      String description,
      List<Target> controllers,
      List<Target> workers) {

    /** All of them, in the order of their turn. */
    public List<Target> targets() {
      return Stream.concat(controllers.stream(), workers.stream()).toList();
    }

    /** How people call it, such as {@code 1 k0supdate v1.30.0+k0s.0}. */
    public String title() {
      return "%d %s %s".formatted(id, kind, version).strip();
    }
  }

  /**
   * A node that a command is for.
   *
   * @param role controller or worker
   * @param at when it was found, then when it was signalled
   * @param why what it waits for, how far it is, or why it failed
   */
  public record Target(String role, String name, String state, Optional<Instant> at, String why) {

    boolean isPending() {
      return state.equals("SignalPending");
    }

    boolean isDone() {
      return state.equals("SignalCompleted");
    }

    /** Why it failed, if it did. */
    String failure() {
      return isPending() || isDone() || state.equals("SignalSent") ? "" : why;
    }
  }

  /** Reads a plan as {@code GET …/autopilot/plans/{plan}} answers it. */
  public static PlanView parse(JsonNode json) {
    return parse(json, Map.of());
  }

  /** Reads a plan, and what its run says of its nodes. */
  public static PlanView parse(JsonNode json, RunView run) {
    Map<String, String> says = new HashMap<>();
    for (StageView stage : run.stages()) {
      for (NodeView node : stage.nodes()) {
        says.put(stage.name() + "/" + node.node(), says(run, stage, node));
      }
    }
    return parse(json, says);
  }

  private static String says(RunView run, StageView stage, NodeView node) {
    String itself = "%s %s stage %s: ".formatted(run.playbook(), run.shortId(), stage.name());
    String says = node.isFinal() && !node.failed() ? "" : node.says();
    return says.startsWith(itself) ? says.substring(itself.length()) : says;
  }

  private static PlanView parse(JsonNode json, Map<String, String> says) {
    return new PlanView(
        Json.text(json, "name"),
        Json.text(json, "cluster"),
        Json.text(json, "state"),
        Json.text(json, "why"),
        Json.text(json, "run"),
        new Times(Json.time(json, "createdAt"), Json.time(json, "deadline")),
        Json.items(json, "commands").stream().map(command -> command(command, says)).toList());
  }

  private static Command command(JsonNode json, Map<String, String> says) {
    return new Command(
        Json.number(json, "id"),
        Json.text(json, "kind"),
        Json.text(json, "version"),
        Json.text(json, "state"),
        Json.text(json, "description"),
        targets(json, "controller", says),
        targets(json, "worker", says));
  }

  /** The stage of a run that is one wave of a command is called {@code command-0-workers}. */
  private static List<Target> targets(JsonNode json, String role, Map<String, String> says) {
    String stage = "command-%d-%ss/".formatted(Json.number(json, "id"), role);
    return Json.items(json, role + "s").stream()
        .map(node ->
            new Target(
                role,
                Json.text(node, "name"),
                Json.text(node, "state"),
                Json.time(node, "lastUpdatedTimestamp"),
                says.getOrDefault(stage + Json.text(node, "name"), "")))
        .toList();
  }

  /** Its state, and a word where Autopilot has none. */
  public String stateWord() {
    return state.isEmpty() ? "new" : state;
  }

  /** Whether nothing more will happen. */
  public boolean isFinal() {
    return KnownStates.isFinalPlan(state);
  }

  /** What the shell is told when the plan ended like this. */
  public ExitCode exitCode() {
    if (!isFinal()) {
      return ExitCode.WAITING;
    }
    return state.equals("Completed") ? ExitCode.OK : ExitCode.FAILED;
  }

  /** One line that answers everything. */
  public String headline() {
    return "plan %s on %s: %s, %s%s"
        .formatted(name, cluster, stateWord(), progress(), why.isEmpty() ? "" : ": " + why);
  }

  private String progress() {
    long done = commands.stream().filter(one -> one.state().equals("Completed")).count();
    return "%d/%d commands".formatted(done, commands.size());
  }

  /** {@code 3/8 nodes}, those that are done with the commands that have them. */
  public static String nodes(List<Target> targets) {
    long done = targets.stream().filter(Target::isDone).count();
    return "%d/%d nodes".formatted(done, targets.size());
  }
}
