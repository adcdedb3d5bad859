package dev.muster.standalone.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.standalone.acceptance.PortBlock;
import dev.muster.standalone.acceptance.Slack;
import dev.muster.standalone.engine.EmbeddedEngine;
import dev.muster.workflows.WorkflowTypes;
import dev.muster.workflows.client.EngineClient;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.contract.Payloads;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The embedded engine takes half of a workflow task in whose middle it finds something that it
 * cannot do, and then never gives that task out again. So everything that may happen to a loop
 * happens here at random moments, many times: {@code -Dmuster.race.cycles}, and {@code
 * -Dmuster.race.seed} to see one again.
 */
@Tag("alone")
final class LoopRaceIT {

  private static final int CYCLES = Integer.getInteger("muster.race.cycles", 5_000);
  private static final long SEED = Long.getLong("muster.race.seed", 7);
  private static final int CLUSTERS = 8;
  private static final Duration BOUND = Slack.on(Duration.ofSeconds(5));

  private final RestlessCluster restless = new RestlessCluster(SEED);

  @Test
  void noLoopIsSilentAndNoCommandUnansweredForFiveSeconds() throws Exception {
    try (EmbeddedEngine embedded = EmbeddedEngine.start("127.0.0.1", PortBlock.free())) {
      WorkflowServiceStubs stubs =
          WorkflowServiceStubs.newServiceStubs(
              WorkflowServiceStubsOptions.newBuilder().setTarget(embedded.address()).build());
      WorkflowClient client =
          WorkflowClient.newInstance(
              stubs,
              WorkflowClientOptions.newBuilder().setDataConverter(Payloads.CONVERTER).build());
      WorkerFactory workers = workers(client);
      Duration longestAnswer;
      try (EngineClient engine = new EngineClient(client, EngineClient.Attributes.NONE)) {
        longestAnswer = drive(client, engine);
      } finally {
        workers.shutdownNow();
        workers.awaitTermination(5, TimeUnit.SECONDS);
        stubs.shutdownNow();
      }
      System.out.printf(
          "loop race: seed %d, %d cycles (%d beside a watch), at most %d watches, longest silence"
              + " %d ms, longest answer %d ms%n",
          SEED,
          restless.cycles.get(),
          restless.cyclesBesideAWatch.get(),
          restless.mostWatches.get(),
          restless.longestSilence().toMillis(),
          longestAnswer.toMillis());
      assertThat(embedded.isBroken()).as("the engine refused a workflow task").isFalse();
      assertThat(restless.longestSilence()).isLessThan(BOUND);
      assertThat(longestAnswer).isLessThan(BOUND);
      assertThat(restless.mostWatches.get()).as("watches").isBetween(1, CLUSTERS);
      assertThat(restless.cyclesBesideAWatch.get()).isGreaterThan(CYCLES / 20);
    }
  }

  private WorkerFactory workers(WorkflowClient client) {
    WorkerFactory factory =
        WorkerFactory.newInstance(
            client, WorkerFactoryOptions.newBuilder().setUsingVirtualWorkflowThreads(true).build());
    Worker worker =
        factory.newWorker(
            Ids.TASK_QUEUE,
            WorkerOptions.newBuilder()
                .setUsingVirtualThreads(true)
                .setMaxHeartbeatThrottleInterval(Duration.ofSeconds(1))
                .setDefaultHeartbeatThrottleInterval(Duration.ofSeconds(1))
                .build());
    worker.registerWorkflowImplementationTypes(WorkflowTypes.all());
    worker.registerActivitiesImplementations(restless);
    factory.start();
    return factory;
  }

  /** People and runs, two for each cluster; the longest time in which a command was answered. */
  private Duration drive(WorkflowClient client, EngineClient engine) throws Exception {
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Duration>> answers = new ArrayList<>();
      IntStream.range(0, 2 * CLUSTERS)
          .forEach(person ->
              answers.add(
                  people.submit(
                      () -> new Person(client, engine, person).untilEnough(restless.cycles::get))));
      Duration longest = Duration.ZERO;
      for (Future<Duration> answer : answers) {
        Duration one = answer.get();
        longest = one.compareTo(longest) > 0 ? one : longest;
      }
      return longest;
    }
  }

  private static final class Person {

    private final WorkflowClient client;
    private final EngineClient engine;
    private final ClusterName cluster;
    private final Random random;
    private Duration longest = Duration.ZERO;

    Person(WorkflowClient client, EngineClient engine, int number) {
      this.client = client;
      this.engine = engine;
      this.cluster = new ClusterName("c" + number % CLUSTERS);
      this.random = new Random(SEED * 1_000 + number);
    }

    Duration untilEnough(IntSupplier cycles) throws InterruptedException {
      while (cycles.getAsInt() < CYCLES) {
        act();
        Thread.sleep(random.nextInt(40));
      }
      return longest;
    }

    private void act() {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> engine.nudgeAtOnce(cluster, List.of(new NodeId("n1")), "race");
        case 3 -> engine.nudge(cluster, List.of(), "race");
        case 4, 5 -> command();
        case 6 -> signal("command", "{\"action\":\"no id\"}");
        default ->
            signal("changeSettings", Map.of("settings", Map.of("maxNodesInWork", 2), "by", "race"));
      }
    }

    private void command() {
      long asked = System.nanoTime();
      CommandOutcome outcome =
          engine.decide(
              cluster,
              new ActionCommand(
                  new ActionId(new UUID(random.nextLong(), random.nextLong())),
                  ActionCommand.Verb.CANCEL,
                  "race",
                  ""));
      Duration took = Duration.ofNanos(System.nanoTime() - asked);
      assertThat(outcome.text()).isEqualTo("done");
      longest = took.compareTo(longest) > 0 ? took : longest;
    }

    private void signal(String name, Object input) {
      engine.ensureOrchestration(cluster);
      try {
        client.newUntypedWorkflowStub(Ids.orchestration(cluster)).signal(name, input);
      } catch (WorkflowNotFoundException goesOnAsANewOne) {
        // As with Temporal's own command line: whoever signals in this very moment signals again.
        client.newUntypedWorkflowStub(Ids.orchestration(cluster)).signal(name, input);
      }
    }
  }
}
