package dev.muster.workflows.orchestration;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.WatchReport;
import dev.muster.workflows.contract.WatchRequest;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** One watch over the agents of a cluster, given up as soon as there is other work. */
final class Watch {

  private final CancellationScope scope;
  private Promise<WatchReport> report = Workflow.newPromise();

  Watch(ClusterName cluster, Duration atMost, int unfinished) {
    this.scope =
        Workflow.newCancellationScope(() ->
            report =
                Async.function(
                    CycleSteps.watch(atMost, unfinished)::watch,
                    new WatchRequest(cluster, atMost)));
    scope.run();
  }

  /** Returns when the watch does, or when there is work. */
  void await(Supplier<Boolean> work) {
    Workflow.await(() -> work.get() || report.isCompleted());
  }

  /**
   * The nodes where something changed, which may be none; empty when it was given up, which this
   * does if it still runs.
   *
   * @throws ActivityFailure if the watch failed
   */
  Optional<List<NodeId>> changed() {
    if (!report.isCompleted()) {
      // That it ends cancelled is nobody's failure; the SDK would log it as one.
      report.handle((late, cancelled) -> true);
      scope.cancel("there is other work");
      return Optional.empty();
    }
    return Optional.of(report.get().changed());
  }
}
