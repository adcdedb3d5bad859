package dev.muster.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.connections.TemporalEnvironment;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.workflows.WorkflowTypes;
import dev.muster.workflows.contract.Ids;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.temporal.spring.boot.TemporalOptionsCustomizer;
import io.temporal.spring.boot.autoconfigure.template.WorkersTemplate;
import io.temporal.spring.boot.autoconfigure.template.WorkersTemplate.RegisteredActivityInfo;
import io.temporal.spring.boot.autoconfigure.template.WorkersTemplate.RegisteredInfo;
import io.temporal.spring.boot.autoconfigure.template.WorkersTemplate.RegisteredWorkflowInfo;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactoryOptions;
import io.temporal.worker.WorkerOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What the starter makes of {@code spring.temporal.workers[0]}, without any engine. */
final class WorkerEnvironmentTest {

  private static final String CAPACITY = "spring.temporal.workers[0].capacity.";
  private static final String VARIABLE =
      "SPRING_TEMPORAL_WORKERS_0_CAPACITY_MAXCONCURRENTACTIVITYTASKPOLLERS";

  private final TestDatabase database = TestDatabase.fresh();
  private final Map<String, Object> said = new HashMap<>();
  private final Map<String, Object> variables = new HashMap<>();
  private final List<WorkerFactoryOptions> factories = new ArrayList<>();
  private final List<AnnotationConfigApplicationContext> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(AnnotationConfigApplicationContext::close);
    database.close();
  }

  @Test
  void withoutASettingItIsMustersOwn() {
    WorkersTemplate starter = starter();
    Worker worker = only(starter);
    WorkerOptions options = worker.getWorkerOptions();
    RegisteredInfo registered =
        Objects.requireNonNull(starter.getRegisteredInfo().get(Ids.TASK_QUEUE));

    assertThat(registered.getRegisteredWorkflowInfo())
        .extracting(RegisteredWorkflowInfo::getImplementationClass)
        .containsExactlyInAnyOrder(WorkflowTypes.all());
    assertThat(registered.getRegisteredActivityInfo())
        .extracting(RegisteredActivityInfo::getBeanName)
        .containsExactlyInAnyOrder("cycleActivities", "playbookActivities");
    assertThat(options.getMaxConcurrentActivityExecutionSize()).isEqualTo(1_000);
    assertThat(options.getMaxConcurrentLocalActivityExecutionSize()).isEqualTo(1_000);
    assertThat(options.getMaxConcurrentWorkflowTaskPollers()).isEqualTo(4);
    assertThat(options.getMaxConcurrentActivityTaskPollers()).isEqualTo(4);
    assertThat(options.isUsingVirtualThreadsOnActivityWorker()).isTrue();
    assertThat(options.getStickyQueueScheduleToStartTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(options.getMaxHeartbeatThrottleInterval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(factories.getLast().getWorkflowCacheSize()).isEqualTo(1_000);
    assertThat(factories.getLast().isUsingVirtualWorkflowThreads()).isTrue();
  }

  @Test
  void eachOptionReachesTheWorkerAndLeavesTheOthersAsTheyAre() {
    said.put(CAPACITY + "max-concurrent-activity-executors", "50");
    said.put("spring.temporal.workers[0].capacity.maxConcurrentWorkflowTaskPollers", "7");
    said.put("spring.temporal.workers[0].rate-limits.max-worker-activities-per-second", "9.5");
    said.put("spring.temporal.workers[0].virtual-threads.using-virtual-threads", "false");
    said.put("spring.temporal.workflow-cache.max-instances", "300");
    said.put("spring.temporal.workflow-cache.using-virtual-workflow-threads", "false");
    variables.put(VARIABLE, "3");
    WorkersTemplate starter = starter();
    WorkerOptions options = only(starter).getWorkerOptions();

    assertThat(options.getMaxConcurrentActivityExecutionSize()).isEqualTo(50);
    assertThat(options.getMaxConcurrentWorkflowTaskPollers()).isEqualTo(7);
    assertThat(options.getMaxConcurrentActivityTaskPollers()).isEqualTo(3);
    assertThat(options.getMaxWorkerActivitiesPerSecond()).isEqualTo(9.5);
    assertThat(options.isUsingVirtualThreadsOnActivityWorker()).isFalse();
    assertThat(options.getMaxConcurrentLocalActivityExecutionSize()).isEqualTo(1_000);
    assertThat(starter.getRegisteredInfo()).containsOnlyKeys(Ids.TASK_QUEUE);
    assertThat(factories.getLast().getWorkflowCacheSize()).isEqualTo(300);
    assertThat(factories.getLast().isUsingVirtualWorkflowThreads()).isFalse();
  }

  @Test
  void whoeverAsksForWorkersGetsNewOnes() {
    AnnotationConfigApplicationContext beans = beans();
    assertThat(beans.getBean(WorkersTemplate.class).getWorkerFactory())
        .isNotSameAs(beans.getBean(WorkersTemplate.class).getWorkerFactory());
  }

  @Test
  void whatCannotWorkIsNamed() {
    refused("spring.temporal.workers[0].task-queue", "other", "expected: muster");
    refused("spring.temporal.start-workers", "false", "expected: true");
    refused("spring.temporal.test-server.enabled", "true", "expected: not set");
    refused("spring.temporal.namespaces[0].namespace", "second", "expected: not set");
    refused(CAPACITY + "max-concurrent-activity-executors", "-1", "-1 (expected: >= 1)");
    refused("spring.temporal.workflow-cache.max-instances", "0", "0 (expected: >= 1)");
  }

  private void refused(String name, String value, String expected) {
    said.clear();
    said.put(name, value);
    assertThatThrownBy(this::beans)
        .isInstanceOf(SettingProblem.class)
        .hasMessageContainingAll(name, expected);
  }

  private static Worker only(WorkersTemplate starter) {
    assertThat(starter.getWorkers()).hasSize(1);
    return starter.getWorkers().iterator().next();
  }

  private WorkersTemplate starter() {
    return beans().getBean(WorkersTemplate.class);
  }

  private AnnotationConfigApplicationContext beans() {
    AnnotationConfigApplicationContext beans = new AnnotationConfigApplicationContext();
    opened.add(beans);
    StandardEnvironment environment = new StandardEnvironment();
    environment.getPropertySources().addFirst(new MapPropertySource("options", said));
    environment
        .getPropertySources()
        .addLast(new SystemEnvironmentPropertySource("test-systemEnvironment", variables));
    ConfigurationPropertySources.attach(environment);
    beans.setEnvironment(environment);
    new TemporalEnvironment().initialize(beans);
    new WorkerEnvironment().initialize(beans);
    beans.registerBean(Records.class, database::records);
    beans.registerBean(MeterRegistry.class, SimpleMeterRegistry::new);
    beans.registerBean("factories", Notes.class, () -> new Notes(factories));
    beans.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
    beans.register(WorkerConfiguration.class);
    beans.refresh();
    return beans;
  }

  /** Takes down with what options factories are made. */
  private record Notes(List<WorkerFactoryOptions> made)
      implements TemporalOptionsCustomizer<WorkerFactoryOptions.Builder> {

    @Override
    public WorkerFactoryOptions.Builder customize(WorkerFactoryOptions.Builder options) {
      made.add(options.build());
      return options;
    }
  }
}
