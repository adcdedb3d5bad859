package dev.muster.workflows.contract;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.RunId;
import java.util.Optional;

/**
 * Input of {@link PlaybookWorkflow#run}.
 *
 * @param playbook name and version, for people
 * @param epoch of the execution before, when it continued as new; empty at the start, which takes a
 *     new one
 */
public record RunInput(
    RunId run, ClusterName cluster, String playbook, String requester, Optional<Long> epoch) {

  /** To start with. */
  public static RunInput start(RunId run, ClusterName cluster, String playbook, String requester) {
    return new RunInput(run, cluster, playbook, requester, Optional.empty());
  }

  /** To go on with after continue-as-new. */
  public RunInput carry(long epochTaken) {
    return new RunInput(run, cluster, playbook, requester, Optional.of(epochTaken));
  }
}
