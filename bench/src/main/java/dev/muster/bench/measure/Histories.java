package dev.muster.bench.measure;

import io.temporal.api.enums.v1.EventType;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.client.WorkflowClient;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts events of workflow histories, over every execution that continued as new. */
final class Histories implements AutoCloseable {

  private final WorkflowServiceStubs service;
  private final WorkflowClient client;

  Histories(String address) {
    service =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget(address).build());
    client = WorkflowClient.newInstance(service);
  }

  /** How many events {@code workflowId} has written in all. */
  long count(String workflowId) {
    return byType(workflowId).values().stream().mapToLong(Long::longValue).sum();
  }

  /** The same by type of event. */
  Map<EventType, Long> byType(String workflowId) {
    Map<EventType, Long> counts = new EnumMap<>(EventType.class);
    WorkflowExecutionHistory history = client.fetchHistory(workflowId);
    while (true) {
      List<HistoryEvent> events = history.getHistory().getEventsList();
      events.forEach(event -> counts.merge(event.getEventType(), 1L, Long::sum));
      String before =
          events
              .getFirst()
              .getWorkflowExecutionStartedEventAttributes()
              .getContinuedExecutionRunId();
      if (before.isEmpty()) {
        return counts;
      }
      history = client.fetchHistory(workflowId, before);
    }
  }

  @Override
  public void close() {
    service.shutdownNow();
  }
}
