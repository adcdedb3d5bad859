package dev.muster.records.runs;

import dev.muster.domain.run.NodeState;
import java.util.Optional;
import java.util.Set;

/**
 * Which nodes of a run to list.
 *
 * @param stage its index, from 0; all stages when it is empty
 * @param states any of them; all states when it is empty
 */
public record RunNodeFilter(Optional<Integer> stage, Set<NodeState> states) {

  public static final RunNodeFilter ALL = new RunNodeFilter(Optional.empty(), Set.of());

  public RunNodeFilter {
    states = Set.copyOf(states);
  }
}
