package dev.muster.connections.engine;

import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.serviceclient.WorkflowServiceStubs;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tells engines apart: the id of the namespace, which a server keeps for as long as it keeps
 * its workflows, and which the embedded engine makes up each time that it begins with nothing.
 */
public final class EngineIdentity implements Supplier<Optional<String>> {

  private static final Logger LOG = LoggerFactory.getLogger(EngineIdentity.class);
  private static final long DEADLINE_SECONDS = 1;

  private final WorkflowServiceStubs stubs;
  private final String address;
  private final String namespace;

  public EngineIdentity(WorkflowServiceStubs stubs, String address, String namespace) {
    this.stubs = stubs;
    this.address = address;
    this.namespace = namespace;
  }

  /** Empty while the engine does not answer. */
  @Override
  public Optional<String> get() {
    try {
      String id =
          stubs
              .blockingStub()
              .withDeadlineAfter(DEADLINE_SECONDS, TimeUnit.SECONDS)
              .describeNamespace(
                  DescribeNamespaceRequest.newBuilder().setNamespace(namespace).build())
              .getNamespaceInfo()
              .getId();
      return Optional.of(id.isBlank() ? address + "/" + namespace : id);
    } catch (StatusRuntimeException away) {
      LOG.debug("The engine does not say who it is", away);
      return Optional.empty();
    }
  }
}
