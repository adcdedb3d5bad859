package dev.muster.workflows.orchestration;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Fence;
import dev.muster.workflows.contract.BatchReport;
import dev.muster.workflows.contract.BatchRequest;
import dev.muster.workflows.contract.Choice;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.CycleOptions;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleReport.Standing;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.NodeRange;
import dev.muster.workflows.temporalui.Summaries;
import dev.muster.workflows.waiting.Reason;
import io.temporal.activity.ActivityOptions;
import io.temporal.activity.LocalActivityOptions;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The activities of one cycle, in order. When the nodes to visit fit into one batch: all of it at
 * once, in place. Otherwise: sync in batches, all at the same time; choose for the whole cluster;
 * dispatch in the batches where something is to be pushed.
 */
final class CycleSteps {

  private CycleSteps() {}

  static Fence takeEpoch(ClusterName cluster) {
    return local(CycleOptions.recordKeeping(Summaries.TAKE_EPOCH)).takeEpoch(cluster);
  }

  /**
   * @param last the cycle before, which tells how large the cluster is
   * @throws ActivityFailure if the database is away
   */
  static CycleReport run(CycleRequest request, String summary, Optional<CycleReport> last) {
    if (visitsAll(request) && last.map(CycleSteps::isLarge).orElse(true)) {
      List<NodeRange> ranges =
          local(CycleOptions.recordKeeping(Summaries.SPLIT)).ranges(request.fence());
      if (ranges.size() > 1) {
        return inBatches(request, summary, ranges);
      }
    }
    return local(CycleOptions.cycle(summary)).cycle(request);
  }

  /** To be called in a cancellation scope. */
  static CycleActivities watch(Duration atMost, int unfinished) {
    return regular(CycleOptions.watch(Summaries.watch(unfinished), atMost));
  }

  private static boolean visitsAll(CycleRequest request) {
    return request.nodes().isEmpty()
        && switch (request.trigger()) {
          case START, INTERVAL, NUDGE, WATCH -> true;
          case COMMAND, REVIEW -> false;
        };
  }

  private static boolean isLarge(CycleReport report) {
    return report.figures().clusterNodes() > CycleOptions.BATCH;
  }

  private static CycleReport inBatches(
      CycleRequest request, String summary, List<NodeRange> ranges) {
    BatchSum sum = new BatchSum();
    Map<NodeRange, Promise<BatchReport>> syncs = new LinkedHashMap<>();
    for (NodeRange range : ranges) {
      syncs.put(range, Async.function(batch("sync", range)::sync, in(request, range)));
    }
    gather("sync", syncs, sum);
    if (sum.standing() != Standing.CURRENT) {
      return sum.with(CycleReport.ended(request.fence(), sum.standing()));
    }
    Choice choice = regular(CycleOptions.choose(Summaries.choose(summary))).choose(request);
    if (choice.report().standing() == Standing.CURRENT) {
      Map<NodeRange, Promise<BatchReport>> dispatches = new LinkedHashMap<>();
      for (NodeRange range : choice.toDispatch()) {
        dispatches.put(
            range, Async.function(batch("dispatch", range)::dispatch, in(request, range)));
      }
      gather("dispatch", dispatches, sum);
    }
    return sum.with(choice.report());
  }

  /** A batch that fails is noted: the others go on, and the next cycle tries it again. */
  private static void gather(
      String step, Map<NodeRange, Promise<BatchReport>> batches, BatchSum sum) {
    batches.forEach((range, promise) -> {
      try {
        sum.add(promise.get());
      } catch (ActivityFailure e) {
        sum.note(
            "%s of %s to %s failed and is tried again with the next cycle: %s"
                .formatted(step, range.from(), range.to(), Reason.of(e)));
      }
    });
  }

  private static BatchRequest in(CycleRequest request, NodeRange range) {
    return new BatchRequest(request.fence(), range);
  }

  private static CycleActivities batch(String step, NodeRange range) {
    return regular(CycleOptions.batch(Summaries.batch(step, range)));
  }

  private static CycleActivities regular(ActivityOptions options) {
    return Workflow.newActivityStub(CycleActivities.class, options);
  }

  private static CycleActivities local(LocalActivityOptions options) {
    return Workflow.newLocalActivityStub(CycleActivities.class, options);
  }
}
