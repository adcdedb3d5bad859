package dev.muster.workflows.orchestration;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.WatchReport;
import dev.muster.workflows.contract.WatchRequest;
import dev.muster.workflows.waiting.Alarm;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** One watch over the agents of a cluster. */
final class ClusterWatch {

  private final CancellationScope scope;
  private final Instant until;
  private Promise<WatchReport> report = Workflow.newPromise();

  ClusterWatch(ClusterName cluster, Duration atMost, int unfinished) {
    this.until = Alarm.now().plus(atMost);
    this.scope =
        Workflow.newCancellationScope(() ->
            report =
                Async.function(
                    CycleSteps.watch(atMost, unfinished)::watch,
                    new WatchRequest(cluster, atMost)));
    scope.run();
  }

  /** When it ends although nothing changed. */
  Instant until() {
    return until;
  }

  boolean isOver() {
    return report.isCompleted();
  }

  /** Returns when the watch does, or when there is work. */
  void await(Supplier<Boolean> work) {
    Workflow.await(() -> work.get() || isOver());
  }

  /** Only for {@link CancellingWait}: the embedded engine cannot take it. */
  void cancel() {
    // That it ends cancelled is nobody's failure; the SDK would log it as one.
    report.handle((late, cancelled) -> true);
    scope.cancel("there is other work");
  }

  /**
   * The nodes where something changed, which may be none; to be asked when it is over.
   *
   * @throws ActivityFailure if the watch failed
   */
  List<NodeId> changed() {
    return report.get().changed();
  }
}
