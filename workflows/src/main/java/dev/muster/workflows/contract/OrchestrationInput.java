package dev.muster.workflows.contract;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import java.util.Optional;

/**
 * Input of {@link OrchestrationWorkflow#run}.
 *
 * @param carried the fence of the run before, when it continued as new; empty at the start, which
 *     takes a new epoch
 */
public record OrchestrationInput(ClusterName cluster, Optional<Fence> carried) {

  /** To start with. */
  public static OrchestrationInput start(ClusterName cluster) {
    return new OrchestrationInput(cluster, Optional.empty());
  }

  /** To go on with after continue-as-new. */
  public static OrchestrationInput carry(Fence fence) {
    return new OrchestrationInput(fence.cluster(), Optional.of(fence));
  }
}
