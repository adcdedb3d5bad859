package dev.muster.domain.autopilot;

import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.run.ProgressState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The status of a plan, as its consumers know it. States of plan and commands are those of {@link
 * ProgressState} that Autopilot has: SchedulableWait, Schedulable, Completed, IncompleteTargets,
 * InconsistentTargets, Restricted, MissingPlatform, MissingSignalNode, ApplyFailed.
 *
 * @param commands each at the index of its command; fewer when NewPlan ended at one
 */
public record PlanStatus(ProgressState state, List<Command> commands) {

  /**
   * A command's status.
   *
   * @param description why it does not move, or why it ended; empty is left out
   * @param controllers in the order in which they are signalled; always empty for airgap updates
   */
  public record Command(
      int id,
      ProgressState state,
      String description,
      PlanCommand.Kind kind,
      List<Node> controllers,
      List<Node> workers) {

    public Command {
      controllers = List.copyOf(controllers);
      workers = List.copyOf(workers);
    }

    /** The nodes of one wave. */
    public List<Node> nodes(SignalRole role) {
      return switch (role) {
        case CONTROLLER -> controllers;
        case WORKER -> workers;
      };
    }

    /** The command in another state, with why. */
    Command in(ProgressState other, String why) {
      return new Command(id, other, why, kind, controllers, workers);
    }

    /** The command with other nodes. */
    Command with(List<Node> otherControllers, List<Node> otherWorkers) {
      return new Command(id, state, description, kind, otherControllers, otherWorkers);
    }
  }

  /**
   * A node of a command.
   *
   * @param updatedAt when it was discovered, then when it was signalled; in whole seconds
   */
  public record Node(String name, SignalState state, Instant updatedAt) {
    public Node {
      updatedAt = updatedAt.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The node in another state, since then. */
    Node in(SignalState other, Instant since) {
      return new Node(name, other, since);
    }
  }

  public PlanStatus {
    commands = List.copyOf(commands);
  }
}
