package dev.muster.standalone.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.util.Durations;
import dev.muster.standalone.Ports;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.command.v1.CancelTimerCommandAttributes;
import io.temporal.api.command.v1.Command;
import io.temporal.api.command.v1.StartTimerCommandAttributes;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.common.v1.WorkflowType;
import io.temporal.api.enums.v1.CommandType;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueRequest;
import io.temporal.api.workflowservice.v1.PollWorkflowTaskQueueResponse;
import io.temporal.api.workflowservice.v1.RespondWorkflowTaskCompletedRequest;
import io.temporal.api.workflowservice.v1.SignalWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.StartWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc.WorkflowServiceBlockingStub;
import io.temporal.internal.testservice.TestServicesStarter;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

final class EmbeddedEngineTest {

  private static final String NAMESPACE = "default";

  private final EmbeddedEngine engine = EmbeddedEngine.start("127.0.0.1", Ports.free());
  private final WorkflowServiceStubs stubs =
      WorkflowServiceStubs.newServiceStubs(
          WorkflowServiceStubsOptions.newBuilder().setTarget(engine.address()).build());
  private final WorkflowServiceBlockingStub client = stubs.blockingStub();

  @AfterEach
  void close() {
    stubs.shutdownNow();
    engine.close();
  }

  @Test
  void isReachedWithinTheProcessAndFollowsItsReplacementThere() {
    WorkflowServiceBlockingStub within = WorkflowServiceGrpc.newBlockingStub(engine.channel());
    DescribeNamespaceRequest who =
        DescribeNamespaceRequest.newBuilder().setNamespace(NAMESPACE).build();
    assertThat(within.describeNamespace(who).getNamespaceInfo().getId())
        .isEqualTo(engine.identity());

    engine.replace();

    assertThat(within.describeNamespace(who).getNamespaceInfo().getId())
        .isEqualTo(engine.identity());
  }

  @Test
  void keepsNothingOfWhoLockedItsClock() throws ReflectiveOperationException {
    try (TestServicesStarter services = new TestServicesStarter(true, 0)) {
      ForgottenLocks.in(services);
      Field timer = TestServicesStarter.class.getDeclaredField("selfAdvancingTimer");
      timer.setAccessible(true);
      Field locks = timer.get(services).getClass().getDeclaredField("lockEvents");
      locks.setAccessible(true);
      assertThat(locks.get(timer.get(services)))
          .isInstanceOfSatisfying(
              ForgottenLocks.class,
              kept -> {
                assertThat(kept.add("a lock")).isTrue();
                assertThat(kept).isEmpty();
                assertThat(kept.remove("a lock")).isTrue();
              });
    }
  }

  @Test
  void newOneAnswersAtTheSameAddressUnderAnotherIdentity() {
    String first = namespaceId();
    assertThat(first).isEqualTo(engine.identity());

    engine.replace();

    assertThat(namespaceId()).isEqualTo(engine.identity()).isNotEqualTo(first);
  }

  @Test
  void newOneIsEmptyAndCostsNothing() {
    start("a");
    long one = engine.cost();
    start("b");
    assertThat(one).isPositive();
    assertThat(engine.cost()).isGreaterThan(one);

    engine.replace();

    assertThat(engine.cost()).isZero();
    assertThatThrownBy(() -> describe("a"))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            gone -> assertThat(gone.getStatus().getCode()).isEqualTo(Status.Code.NOT_FOUND));
  }

  @Test
  void pollInHandEndsAsOneThatFoundNothing() throws Exception {
    // The client's first call asks for the engine's abilities before its own question.
    assertThat(namespaceId()).isNotBlank();
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> engine.inHand() == 0);
    CompletableFuture<PollWorkflowTaskQueueResponse> poll =
        CompletableFuture.supplyAsync(this::poll);
    Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> engine.inHand() == 1);

    engine.replace();

    assertThat(poll.get(10, TimeUnit.SECONDS))
        .isEqualTo(PollWorkflowTaskQueueResponse.getDefaultInstance());
  }

  @Test
  void knowsThatItLeavesAWorkflowStuckWhenATimerFiresWhileItIsCancelled() {
    start("stuck");
    complete(
        task(),
        Command.newBuilder()
            .setCommandType(CommandType.COMMAND_TYPE_START_TIMER)
            .setStartTimerCommandAttributes(
                StartTimerCommandAttributes.newBuilder()
                    .setTimerId("t")
                    .setStartToFireTimeout(Durations.fromMillis(300))));
    assertThat(engine.isBroken()).isFalse();
    signal("stuck");
    PollWorkflowTaskQueueResponse task = task();
    Awaitility.await().pollDelay(Duration.ofMillis(600)).until(() -> true);

    assertThatThrownBy(() ->
            complete(
                task,
                Command.newBuilder()
                    .setCommandType(CommandType.COMMAND_TYPE_CANCEL_TIMER)
                    .setCancelTimerCommandAttributes(
                        CancelTimerCommandAttributes.newBuilder().setTimerId("t"))))
        .isInstanceOf(StatusRuntimeException.class);

    assertThat(engine.isBroken()).isTrue();
    engine.replace();
    assertThat(engine.isBroken()).isFalse();
  }

  @Test
  void tooLittleMemoryIsRefusedWithWhatWouldBeRight() {
    assertThatThrownBy(() -> new EngineSettings(DataSize.ofBytes(1)))
        .hasMessage("muster.engine.memory: 1B (expected: >= 100KB)");
  }

  private String namespaceId() {
    return client
        .describeNamespace(DescribeNamespaceRequest.newBuilder().setNamespace(NAMESPACE).build())
        .getNamespaceInfo()
        .getId();
  }

  private PollWorkflowTaskQueueResponse task() {
    return client.pollWorkflowTaskQueue(
        PollWorkflowTaskQueueRequest.newBuilder()
            .setNamespace(NAMESPACE)
            .setTaskQueue(TaskQueue.newBuilder().setName("queue"))
            .build());
  }

  private void complete(PollWorkflowTaskQueueResponse task, Command.Builder command) {
    var _ =
        client.respondWorkflowTaskCompleted(
            RespondWorkflowTaskCompletedRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .setTaskToken(task.getTaskToken())
                .addCommands(command)
                .build());
  }

  private void signal(String workflow) {
    var _ =
        client.signalWorkflowExecution(
            SignalWorkflowExecutionRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .setWorkflowExecution(WorkflowExecution.newBuilder().setWorkflowId(workflow))
                .setSignalName("any")
                .build());
  }

  private PollWorkflowTaskQueueResponse poll() {
    return client
        .withDeadlineAfter(60, TimeUnit.SECONDS)
        .pollWorkflowTaskQueue(
            PollWorkflowTaskQueueRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .setTaskQueue(TaskQueue.newBuilder().setName("nothing-here"))
                .build());
  }

  private void start(String workflow) {
    var _ =
        client.startWorkflowExecution(
            StartWorkflowExecutionRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .setRequestId(UUID.randomUUID().toString())
                .setWorkflowId(workflow)
                .setWorkflowType(WorkflowType.newBuilder().setName("any"))
                .setTaskQueue(TaskQueue.newBuilder().setName("queue"))
                .build());
  }

  private void describe(String workflow) {
    var _ =
        client.describeWorkflowExecution(
            DescribeWorkflowExecutionRequest.newBuilder()
                .setNamespace(NAMESPACE)
                .setExecution(WorkflowExecution.newBuilder().setWorkflowId(workflow))
                .build());
  }
}
