package dev.muster.worker;

import dev.muster.workflows.contract.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.Optional;

/** An engine on a port of its own, and a client of it, that a test starts when it likes. */
public final class EmbeddedEngine implements AutoCloseable {

  private final int port = freePort();
  private final WorkflowServiceStubs stubs =
      WorkflowServiceStubs.newServiceStubs(
          WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:" + port).build());
  private Optional<TestServer.PortBoundTestServer> server = Optional.empty();

  /** Where it listens, or will. */
  public String address() {
    return "127.0.0.1:" + port;
  }

  /** A client; the engine need not be there. */
  public WorkflowClient client() {
    return WorkflowClient.newInstance(
        stubs, WorkflowClientOptions.newBuilder().setDataConverter(Payloads.CONVERTER).build());
  }

  public void start() {
    server = Optional.of(TestServer.createPortBoundServer(port, true));
  }

  @Override
  public void close() {
    stubs.shutdownNow();
    server.ifPresent(TestServer.PortBoundTestServer::close);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
