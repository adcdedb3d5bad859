package dev.muster.api.infrastructure;

import dev.muster.workflows.contract.Engine;
import dev.muster.workflows.contract.SearchAttributes;
import io.grpc.StatusRuntimeException;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the engine whether it has our search attributes; one that does not answer has none. */
final class AttributesProbe {
  private static final Logger LOG = LoggerFactory.getLogger(AttributesProbe.class);
  private static final long DEADLINE_SECONDS = 1;

  private AttributesProbe() {}

  static Engine.Attributes ask(WorkflowServiceStubs stubs, String namespace) {
    try {
      Set<String> registered =
          OperatorServiceGrpc.newBlockingStub(stubs.getRawChannel())
              .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
              .listSearchAttributes(
                  ListSearchAttributesRequest.newBuilder().setNamespace(namespace).build())
              .getCustomAttributesMap()
              .keySet();
      boolean all =
          SearchAttributes.ALL.stream().allMatch(key -> registered.contains(key.getName()));
      return all ? Engine.Attributes.REGISTERED : Engine.Attributes.NONE;
    } catch (StatusRuntimeException e) {
      LOG.info(
          "Workflows are started without search attributes: the engine did not tell whether it has"
              + " them ({})",
          e.getStatus().getCode());
      return Engine.Attributes.NONE;
    }
  }
}
