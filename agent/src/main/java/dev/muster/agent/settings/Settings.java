package dev.muster.agent.settings;

import dev.muster.agent.node.NodeMonitor;
import dev.muster.agent.process.Programs;
import dev.muster.agent.process.Variables;
import dev.muster.agent.process.WorkFolders;
import dev.muster.agent.store.StoreRetention;
import dev.muster.domain.request.AllowedHosts;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Everything that an agent is told when it starts. */
public record Settings(
    ManagedNode node,
    Address listen,
    Path data,
    Access access,
    Permissions permissions,
    Optional<NudgeSettings> nudge,
    Limits limits) {

  /**
   * The node that the agent looks after.
   *
   * @param status how to see whether it is well; without, it is
   * @param sensitive names of arguments whose values nobody is shown
   */
  public record ManagedNode(
      String name,
      Map<String, ServiceSettings> services,
      Optional<NodeMonitor.Check> status,
      Map<String, String> attributes,
      List<String> sensitive) {}

  /** Where to listen; port 0 takes any that is free. */
  public record Address(String host, int port) {

    /** Reads {@code HOST:PORT}. */
    public static Address parse(String text) {
      int colon = text.lastIndexOf(':');
      if (colon > 0 && text.substring(colon + 1).matches("\\d{1,5}")) {
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port <= 65535) {
          return new Address(text.substring(0, colon).replaceAll("[\\[\\]]", ""), port);
        }
      }
      throw new UsageException(
          "--listen: '%s' (expected: HOST:PORT, as in 127.0.0.1:7070)".formatted(text));
    }
  }

  /**
   * Who may call.
   *
   * @param token that every request must bear; empty if none is asked for
   * @param hosts under which the agent is called, besides its addresses and the host's own names
   */
  public record Access(Optional<String> token, Optional<AgentTls> tls, AllowedHosts hosts) {}

  /**
   * What actions may do on this node.
   *
   * @param users as whom they may run processes, besides the agent's own
   * @param variables of the environment that they may set
   * @param folders where they may run processes
   * @param more kinds that the node has been set up for
   */
  public record Permissions(
      Programs programs,
      Scripts scripts,
      List<String> users,
      Variables variables,
      WorkFolders folders,
      MoreKinds more) {}

  /** Whether scripts that come with an action are run. */
  public enum Scripts {
    /** They are refused. */
    OFF,
    /** They are run. */
    ALLOWED
  }

  /** How much is kept. */
  public record Limits(StoreRetention retention, long logBytes) {}
}
