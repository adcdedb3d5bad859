package dev.muster.connections.codec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.connections.settings.Setting;
import dev.muster.workflows.contract.Payloads;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityOptions;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.converter.DataConverter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.testserver.TestServer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A workflow through a real engine, with keys, with plain signals, and without the right key. */
final class EncryptedWorkflowTest {

  private static final String QUEUE = "q";

  @TempDir private Path folder;
  private TestServer.PortBoundTestServer server;
  private WorkflowServiceStubs stubs;

  /** Greets whom it is told to. */
  @WorkflowInterface
  public interface Greeting {
    @WorkflowMethod
    String greet(String greeting);

    @SignalMethod
    void name(String name);
  }

  /** Fails for one name. */
  @ActivityInterface
  public interface Greeter {
    String join(String greeting, String name);
  }

  /** Waits for the name. */
  public static final class GreetingImpl implements Greeting {
    private final Greeter greeter =
        Workflow.newActivityStub(
            Greeter.class,
            ActivityOptions.newBuilder()
                .setStartToCloseTimeout(Duration.ofSeconds(10))
                .setRetryOptions(
                    io.temporal.common.RetryOptions.newBuilder().setMaximumAttempts(1).build())
                .build());
    private String name = "";

    @Override
    public String greet(String greeting) {
      Workflow.await(() -> !name.isEmpty());
      return greeter.join(greeting, name);
    }

    @Override
    public void name(String given) {
      name = given;
    }
  }

  @BeforeEach
  void start() throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    server = TestServer.createPortBoundServer(port, true);
    stubs =
        WorkflowServiceStubs.newServiceStubs(
            WorkflowServiceStubsOptions.newBuilder().setTarget("127.0.0.1:" + port).build());
  }

  @AfterEach
  void stop() {
    stubs.shutdownNow();
    server.close();
  }

  private DataConverter keys(int... fills) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int fill : fills) {
      byte[] key = new byte[32];
      java.util.Arrays.fill(key, (byte) fill);
      lines.append(Base64.getEncoder().encodeToString(key)).append('\n');
    }
    Path file = Files.writeString(Files.createTempFile(folder, "keys", ""), lines);
    return Encryption.with(Optional.of(new Setting("keys", file.toString()))).converter();
  }

  private WorkflowClient client(DataConverter converter) {
    return WorkflowClient.newInstance(
        stubs, WorkflowClientOptions.newBuilder().setDataConverter(converter).build());
  }

  private static WorkerFactory worker(WorkflowClient client) {
    WorkerFactory factory = WorkerFactory.newInstance(client);
    Worker worker = factory.newWorker(QUEUE);
    worker.registerWorkflowImplementationTypes(GreetingImpl.class);
    worker.registerActivitiesImplementations(
        (Greeter)
            (greeting, name) -> {
              if (name.equals("nobody")) {
                throw new IllegalStateException("swordfish is not a name");
              }
              return greeting + ", " + name;
            });
    factory.start();
    return factory;
  }

  private static WorkflowStub begin(WorkflowClient client) {
    WorkflowStub stub =
        client.newUntypedWorkflowStub(
            "Greeting",
            WorkflowOptions.newBuilder()
                .setTaskQueue(QUEUE)
                .setWorkflowId("w")
                .setMemo(Map.of("secret", "swordfish"))
                .setStaticSummary("swordfish run")
                .build());
    stub.start("swordfish");
    return stub;
  }

  private String history() {
    return client(Payloads.CONVERTER).fetchHistory("w").toJson(false);
  }

  private static String base64(String text) {
    return Base64.getEncoder()
        .encodeToString(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  @Test
  void nothingThatWasGivenCanBeReadInTheHistory() throws Exception {
    WorkflowClient client = client(keys(1));
    WorkerFactory worker = worker(client);
    WorkflowStub greeting = begin(client);
    greeting.signal("name", "ada");

    assertThat(greeting.getResult(20, TimeUnit.SECONDS, String.class)).isEqualTo("swordfish, ada");
    assertThat(history())
        .contains(base64("binary/encrypted"))
        .doesNotContain("swordfish", base64("\"swordfish\""), base64("\"swordfish run\""));
    worker.shutdownNow();
  }

  @Test
  void aPlainSignalFromOutsideStillArrives() throws Exception {
    WorkflowClient client = client(keys(1));
    WorkerFactory worker = worker(client);
    WorkflowStub greeting = begin(client);
    client(Payloads.CONVERTER).newUntypedWorkflowStub("w").signal("name", "bob");

    assertThat(greeting.getResult(20, TimeUnit.SECONDS, String.class)).isEqualTo("swordfish, bob");
    worker.shutdownNow();
  }

  @Test
  void whatAnActivityFailsWithIsNotReadableEither() throws Exception {
    WorkflowClient client = client(keys(1));
    WorkerFactory worker = worker(client);
    WorkflowStub greeting = begin(client);
    greeting.signal("name", "nobody");

    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> greeting.getResult(20, TimeUnit.SECONDS, String.class)))
        .hasStackTraceContaining("swordfish is not a name");
    assertThat(history()).doesNotContain("swordfish is not a name");
    worker.shutdownNow();
  }

  @Test
  void aWorkerWithoutTheKeyLosesNothingUntilItHasIt() throws Exception {
    WorkflowClient right = client(keys(1));
    WorkflowStub greeting = begin(right);
    greeting.signal("name", "ada");

    WorkerFactory wrong = worker(client(keys(2)));
    awaitFailedTask();
    wrong.shutdownNow();
    wrong.awaitTermination(10, TimeUnit.SECONDS);

    WorkerFactory worker = worker(client(keys(1, 2)));
    assertThat(greeting.getResult(60, TimeUnit.SECONDS, String.class)).isEqualTo("swordfish, ada");
    worker.shutdownNow();
  }

  private void awaitFailedTask() {
    long end = System.nanoTime() + Duration.ofSeconds(20).toNanos();
    while (!history().contains("WORKFLOW_TASK_FAILED")) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
    assertThat(history()).doesNotContain("WORKFLOW_EXECUTION_FAILED");
  }
}
