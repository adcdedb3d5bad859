package dev.muster.standalone.engine;

import dev.muster.standalone.StartProblem;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerMethodDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Temporal's own in-memory engine behind a port that stays open when the engine is replaced: each
 * call goes to the engine of the moment, so no client loses its connection and none waits for a
 * port to come back.
 */
public final class EmbeddedEngine implements EngineProcess {

  private final Server server;
  private final Server within;
  private final ManagedChannel channel;
  private final String address;
  private volatile Incarnation current;

  private EmbeddedEngine(String host, int port) throws IOException {
    this.current = new Incarnation();
    this.address = host + ":" + port;
    HealthStatusManager health = new HealthStatusManager();
    health.setStatus(WorkflowServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
    this.server =
        NettyServerBuilder.forAddress(new InetSocketAddress(host, port))
            .addService(health.getHealthService())
            .fallbackHandlerRegistry(new CurrentMethods())
            .build()
            .start();
    String name = "muster-" + UUID.randomUUID();
    this.within =
        InProcessServerBuilder.forName(name)
            .fallbackHandlerRegistry(new CurrentMethods())
            .build()
            .start();
    this.channel = InProcessChannelBuilder.forName(name).build();
  }

  /** For this process, which needs no socket to reach it. It is closed with the engine. */
  public ManagedChannel channel() {
    return channel;
  }

  /**
   * Starts an empty one.
   *
   * @throws StartProblem if the port cannot be listened on
   */
  public static EmbeddedEngine start(String host, int port) {
    try {
      return new EmbeddedEngine(host, port);
    } catch (IOException failed) {
      throw new StartProblem(
          "the embedded engine cannot listen on %s:%d: %s"
              .formatted(host, port, failed.getMessage()),
          failed);
    }
  }

  /** Puts an empty engine in the place of the present one, and ends that one's calls. */
  public void replace() {
    Incarnation before = current;
    current = new Incarnation();
    before.retire();
  }

  /** Bytes of memory that the present engine holds, about. */
  public long cost() {
    return current.cost().bytes();
  }

  /** Of the present engine; no two are the same. */
  public String identity() {
    return current.identity();
  }

  /** Whether a workflow of the present engine is stuck, so that only a new engine helps. */
  public boolean isBroken() {
    return current.isBroken();
  }

  /** Calls of the present engine that are not answered yet; polls, most of the time. */
  int inHand() {
    return current.inHand();
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public String description() {
    return "embedded";
  }

  @Override
  public void close() {
    server.shutdown();
    channel.shutdown();
    current.retire();
    server.shutdownNow();
    channel.shutdownNow();
    within.shutdownNow();
  }

  /** Asked for every call. */
  private final class CurrentMethods extends HandlerRegistry {

    @Override
    public @Nullable ServerMethodDefinition<?, ?> lookupMethod(
        String method, @Nullable String authority) {
      return current.method(method).orElse(null);
    }
  }
}
