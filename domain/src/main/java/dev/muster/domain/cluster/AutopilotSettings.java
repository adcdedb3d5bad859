package dev.muster.domain.cluster;

import java.util.List;

/**
 * How the plans of a cluster are taken.
 *
 * @param exclude kinds of nodes that no plan may target: Autopilot's {@code --exclude-from-plans}
 */
public record AutopilotSettings(Dialect dialect, List<SignalRole> exclude) {

  /** What a cluster has that nobody set anything for. */
  public static final AutopilotSettings DEFAULT = new AutopilotSettings(Dialect.CURRENT, List.of());

  public AutopilotSettings {
    exclude = exclude.stream().distinct().sorted().toList();
  }
}
