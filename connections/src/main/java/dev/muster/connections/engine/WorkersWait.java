package dev.muster.connections.engine;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets a worker's calls wait for a connection while the engine is away. Left to fail, each would be
 * made again by the SDK after a pause that doubles each time, up to a minute, and that would go on
 * after the engine is back. Calls that people wait for still fail at once.
 */
public final class WorkersWait implements ClientInterceptor {

  private static final Set<String> CALLS =
      Stream.of(
              WorkflowServiceGrpc.getPollWorkflowTaskQueueMethod(),
              WorkflowServiceGrpc.getPollActivityTaskQueueMethod(),
              WorkflowServiceGrpc.getRespondWorkflowTaskCompletedMethod(),
              WorkflowServiceGrpc.getRespondWorkflowTaskFailedMethod(),
              WorkflowServiceGrpc.getRespondActivityTaskCompletedMethod(),
              WorkflowServiceGrpc.getRespondActivityTaskFailedMethod(),
              WorkflowServiceGrpc.getRespondActivityTaskCanceledMethod())
          .map(MethodDescriptor::getFullMethodName)
          .collect(Collectors.toUnmodifiableSet());

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    return next.newCall(
        method, CALLS.contains(method.getFullMethodName()) ? options.withWaitForReady() : options);
  }
}
