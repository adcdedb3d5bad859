package dev.muster.workflows.testing;

import dev.muster.workflows.WorkflowTypes;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.Payloads;
import dev.muster.workflows.temporalui.RunAttributes;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.EventType;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowStub;
import io.temporal.common.WorkflowExecutionHistory;
import io.temporal.testing.TestEnvironmentOptions;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** An engine with time-skipping and one worker on virtual threads, as in production. */
public final class TestEngine implements AutoCloseable {

  private static final Path HISTORIES = Path.of("src", "test", "resources", "histories");

  public final FakeCluster cluster;
  public final FakeRun run;
  public final EngineClient engine;
  private final TestWorkflowEnvironment environment;

  private TestEngine(EngineClient.Attributes attributes, Consumer<Worker> workflows) {
    this.cluster = new FakeCluster();
    this.run = new FakeRun();
    TestEnvironmentOptions.Builder options = options();
    if (attributes == EngineClient.Attributes.REGISTERED) {
      RunAttributes.ALL.forEach(key ->
          options.registerSearchAttribute(
              key.getName(), IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    }
    this.environment = TestWorkflowEnvironment.newInstance(options.build());
    Worker worker = environment.newWorker(Ids.TASK_QUEUE);
    workflows.accept(worker);
    worker.registerActivitiesImplementations(cluster, run);
    this.engine = new EngineClient(environment.getWorkflowClient(), attributes);
    environment.start();
  }

  public static TestEngine start() {
    return startWith(worker -> worker.registerWorkflowImplementationTypes(WorkflowTypes.all()));
  }

  /** With other implementations than {@link WorkflowTypes}. */
  public static TestEngine startWith(Consumer<Worker> workflows) {
    return new TestEngine(EngineClient.Attributes.NONE, workflows);
  }

  public static TestEngine startWithSearchAttributes() {
    return new TestEngine(
        EngineClient.Attributes.REGISTERED,
        worker -> worker.registerWorkflowImplementationTypes(WorkflowTypes.all()));
  }

  /** How every client and worker of the tests is set up. */
  public static TestEnvironmentOptions.Builder options() {
    return TestEnvironmentOptions.newBuilder()
        .setWorkflowClientOptions(
            WorkflowClientOptions.newBuilder().setDataConverter(Payloads.CONVERTER).build())
        .setWorkerFactoryOptions(
            WorkerFactoryOptions.newBuilder().setUsingVirtualWorkflowThreads(true).build());
  }

  public TestWorkflowEnvironment environment() {
    return environment;
  }

  /** Lets time pass; timers of workflows ring meanwhile. */
  public void pass(Duration time) {
    environment.sleep(time);
  }

  public Instant now() {
    return Instant.ofEpochMilli(environment.currentTimeMillis());
  }

  public <T> T workflow(Class<T> type, String id) {
    return environment.getWorkflowClient().newWorkflowStub(type, id);
  }

  public WorkflowStub untyped(String id) {
    return environment.getWorkflowClient().newUntypedWorkflowStub(id);
  }

  public <T> T result(String id, Class<T> type) {
    try {
      return untyped(id).getResult(20, TimeUnit.SECONDS, type);
    } catch (TimeoutException e) {
      throw new AssertionError(id + " has not ended", e);
    }
  }

  public WorkflowExecutionHistory history(String id) {
    return environment.getWorkflowClient().fetchHistory(id);
  }

  public WorkflowExecutionHistory history(WorkflowExecution execution) {
    return environment
        .getWorkflowClient()
        .fetchHistory(execution.getWorkflowId(), execution.getRunId());
  }

  public int events(String id) {
    return history(id).getEvents().size();
  }

  public long count(String id, EventType type) {
    return history(id).getEvents().stream().filter(event -> event.getEventType() == type).count();
  }

  /** Returns when no workflow task is in hand. A query would make one more when one is. */
  public void awaitQuiet(String id) {
    Instant end = Instant.now().plusSeconds(20);
    while (count(id, EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED)
        < count(id, EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED)) {
      if (Instant.now().isAfter(end)) {
        throw new AssertionError(id + " is never quiet");
      }
      Thread.onSpinWait();
    }
  }

  /** What Temporal's Web UI shows as current details. */
  public String currentDetails(String id) {
    return untyped(id)
        .query("__temporal_workflow_metadata", io.temporal.api.sdk.v1.WorkflowMetadata.class)
        .getCurrentDetails();
  }

  /** Keeps a history for the replay test, when the system property says so. */
  public void record(String name, WorkflowExecutionHistory history) {
    if (System.getProperty("muster.histories.write") == null) {
      return;
    }
    try {
      Files.createDirectories(HISTORIES);
      // Process ids and host names differ from machine to machine and mean nothing to a replay.
      String json =
          history.toJson(true).replaceAll("\"identity\": \"[^\"]*\"", "\"identity\": \"test\"");
      Files.writeString(HISTORIES.resolve(name + ".json"), json + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    cluster.close();
    engine.close();
    environment.close();
  }
}
