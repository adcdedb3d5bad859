package dev.muster.records.runs;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.ProgressState;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which runs to list: those that have one of the values of each list that is not empty.
 *
 * @param life whether they are over
 * @param sight of whom asks
 */
public record RunFilter(
    List<ClusterName> clusters,
    List<String> playbooks,
    Set<ProgressState> states,
    Life life,
    Sight sight) {

  /** Whether a run is over. */
  public enum Life {
    ANY,
    OPEN,
    OVER
  }

  public RunFilter {
    clusters = List.copyOf(clusters);
    playbooks = List.copyOf(playbooks);
  }

  /** Of somebody who sees everything. */
  public RunFilter(
      Optional<ClusterName> cluster,
      Optional<String> playbook,
      Set<ProgressState> states,
      Life life) {
    this(cluster.stream().toList(), playbook.stream().toList(), states, life, Sight.ALL);
  }

  public static final RunFilter ALL =
      new RunFilter(Optional.empty(), Optional.empty(), Set.of(), Life.ANY);
}
