package dev.muster.connections.attributes;

import dev.muster.workflows.client.EngineTrouble;
import dev.muster.workflows.temporalui.RunAttributes;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc.OperatorServiceBlockingStub;
import io.temporal.api.workflowservice.v1.CountWorkflowExecutionsRequest;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Asks the engine for our search attributes, registers what is missing if it may, and tries whether
 * a search by them works. Harmless however often it is asked.
 */
final class AttributesQuestion {

  private static final long DEADLINE_SECONDS = 1;

  private final WorkflowServiceStubs stubs;
  private final OperatorServiceStubs operator;
  private final String namespace;

  AttributesQuestion(WorkflowServiceStubs stubs, String namespace) {
    this.stubs = stubs;
    // Over the same channel, which adds no credentials by itself.
    this.operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(stubs.getRawChannel())
                .setHeaders(stubs.getOptions().getHeaders())
                .setGrpcMetadataProviders(stubs.getOptions().getGrpcMetadataProviders())
                .validateAndBuildWithDefaults());
    this.namespace = namespace;
  }

  AttributesAnswer ask() {
    SortedSet<String> missing;
    try {
      missing = missing();
    } catch (StatusRuntimeException e) {
      return withoutList(e.getStatus());
    }
    if (!missing.isEmpty()) {
      try {
        register(missing);
      } catch (StatusRuntimeException e) {
        return isAway(e.getStatus())
            ? away(e.getStatus())
            : new AttributesAnswer.Refused(missing, EngineTrouble.of(e.getStatus()).why());
      }
      return new AttributesAnswer.Spreading();
    }
    return search();
  }

  /** A list that may not be read says nothing of what is registered. */
  private AttributesAnswer withoutList(Status status) {
    return switch (status.getCode()) {
      case UNIMPLEMENTED -> new AttributesAnswer.Unsupported();
      case PERMISSION_DENIED -> {
        AttributesAnswer searched = search();
        yield searched instanceof AttributesAnswer.Usable
            ? searched
            : new AttributesAnswer.Refused(names(), EngineTrouble.of(status).why());
      }
      default -> away(status);
    };
  }

  private SortedSet<String> missing() {
    SortedSet<String> missing = names();
    missing.removeAll(
        operator()
            .listSearchAttributes(
                ListSearchAttributesRequest.newBuilder().setNamespace(namespace).build())
            .getCustomAttributesMap()
            .keySet());
    return missing;
  }

  private void register(SortedSet<String> missing) {
    AddSearchAttributesRequest.Builder request =
        AddSearchAttributesRequest.newBuilder().setNamespace(namespace);
    missing.forEach(
        name -> request.putSearchAttributes(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    operator().addSearchAttributes(request.build());
  }

  /** What cannot be searched for yet cannot be set at a start yet either. */
  private AttributesAnswer search() {
    String query =
        names().stream().map(name -> name + " = ''").collect(Collectors.joining(" and "));
    try {
      stubs
          .blockingStub()
          .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
          .countWorkflowExecutions(
              CountWorkflowExecutionsRequest.newBuilder()
                  .setNamespace(namespace)
                  .setQuery(query)
                  .build());
      return new AttributesAnswer.Usable();
    } catch (StatusRuntimeException e) {
      return e.getStatus().getCode() == Status.Code.INVALID_ARGUMENT
          ? new AttributesAnswer.Spreading()
          : away(e.getStatus());
    }
  }

  private OperatorServiceBlockingStub operator() {
    return operator.blockingStub().withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS);
  }

  static SortedSet<String> names() {
    return RunAttributes.ALL.stream()
        .map(key -> key.getName())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static boolean isAway(Status status) {
    return switch (status.getCode()) {
      case UNAVAILABLE, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, CANCELLED -> true;
      default -> false;
    };
  }

  private static AttributesAnswer away(Status status) {
    return new AttributesAnswer.Away(EngineTrouble.of(status).sentences());
  }
}
