package dev.muster.connections;

import dev.muster.workflows.contract.Engine;
import dev.muster.workflows.contract.SearchAttributes;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc.OperatorServiceBlockingStub;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the engine whether it has our search attributes, and registers them where it has not and
 * lets us. An attribute is usable only some seconds after it was registered, so this process does
 * without; the next start uses them. An engine that does not answer has none.
 */
final class AttributesProbe {

  private static final Logger LOG = LoggerFactory.getLogger(AttributesProbe.class);
  private static final long DEADLINE_SECONDS = 1;

  private AttributesProbe() {}

  static Engine.Attributes ask(WorkflowServiceStubs stubs, String namespace) {
    try {
      Set<String> missing = missing(stubs, namespace);
      if (missing.isEmpty()) {
        return Engine.Attributes.REGISTERED;
      }
      register(stubs, namespace, missing);
      LOG.info(
          "Registered the search attributes {}; workflows have them from the next start on",
          missing);
    } catch (StatusRuntimeException e) {
      LOG.info(
          "Workflows are started without search attributes: the engine has none, or does not let us"
              + " see or register them ({})",
          e.getStatus().getCode());
    }
    return Engine.Attributes.NONE;
  }

  private static Set<String> missing(WorkflowServiceStubs stubs, String namespace) {
    Set<String> registered =
        operator(stubs)
            .listSearchAttributes(
                ListSearchAttributesRequest.newBuilder().setNamespace(namespace).build())
            .getCustomAttributesMap()
            .keySet();
    return SearchAttributes.ALL.stream()
        .map(key -> key.getName())
        .filter(name -> !registered.contains(name))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static void register(WorkflowServiceStubs stubs, String namespace, Set<String> names) {
    AddSearchAttributesRequest.Builder request =
        AddSearchAttributesRequest.newBuilder().setNamespace(namespace);
    names.forEach(
        name -> request.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    operator(stubs).addSearchAttributes(request.build());
  }

  private static OperatorServiceBlockingStub operator(WorkflowServiceStubs stubs) {
    return OperatorServiceGrpc.newBlockingStub(stubs.getRawChannel())
        .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }
}
