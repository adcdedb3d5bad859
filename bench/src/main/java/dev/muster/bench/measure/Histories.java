package dev.muster.bench.measure;

import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.List;

/** Reads what workflows have written, over every execution that continued as new. */
final class Histories implements AutoCloseable {

  private final WorkflowServiceStubs service;
  private final WorkflowClient client;

  /**
   * What a workflow has written.
   *
   * @param events in all
   * @param longest events in one execution
   * @param largest bytes of one event
   */
  record Written(long events, long longest, long largest) {

    private static final Written NOTHING = new Written(0, 0, 0);

    Written and(Written other) {
      return new Written(
          events + other.events,
          Math.max(longest, other.longest),
          Math.max(largest, other.largest));
    }

    /** What was written since {@code before}. */
    Written since(Written before) {
      return new Written(events - before.events, longest, largest);
    }
  }

  Histories(String address) {
    service =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(address).build());
    client = WorkflowClient.newInstance(service);
  }

  /** What {@code workflowId} has written. */
  Written of(String workflowId) {
    Written sum = Written.NOTHING;
    WorkflowExecutionHistory history = client.fetchHistory(workflowId);
    while (true) {
      List<HistoryEvent> events = history.getHistory().getEventsList();
      sum = sum.and(written(events));
      String before =
          events
              .getFirst()
              .getWorkflowExecutionStartedEventAttributes()
              .getContinuedExecutionRunId();
      if (before.isEmpty()) {
        return sum;
      }
      history = client.fetchHistory(workflowId, before);
    }
  }

  private static Written written(List<HistoryEvent> events) {
    long largest = events.stream().mapToLong(HistoryEvent::getSerializedSize).max().orElse(0);
    return new Written(events.size(), events.size(), largest);
  }

  @Override
  public void close() {
    service.shutdownNow();
  }
}
