package dev.muster.domain.autopilot;

import dev.muster.domain.cluster.SignalRole;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A command of a plan, admitted: exactly one kind, and every selector parsed.
 *
 * @param platforms by {@code os-arch} in Go's names, such as {@code linux-amd64}
 * @param waves in the order in which they are done: controllers, then workers; without those that
 *     the command does not name
 */
public record PlanCommand(
    Kind kind, String version, Force force, Map<String, PlatformFile> platforms, List<Wave> waves) {

  /** What is done on each node, as the plan calls it. */
  public enum Kind {
    K0S_UPDATE("k0supdate"),
    AIRGAP_UPDATE("airgapupdate");

    private final String field;

    Kind(String field) {
      this.field = field;
    }

    /** The field of the command, and of its status. */
    public String field() {
      return field;
    }
  }

  /** Whether a node that has the version already is updated all the same ({@code forceupdate}). */
  public enum Force {
    YES,
    NO
  }

  /** A file for one platform. */
  public record PlatformFile(String url, Optional<String> sha256) {}

  /**
   * The nodes of one role.
   *
   * @param concurrent how many at once; always 1 for controllers
   */
  public record Wave(SignalRole role, NodeDiscovery discovery, int concurrent) {}

  public PlanCommand {
    platforms = Map.copyOf(platforms);
    waves = List.copyOf(waves);
  }
}
