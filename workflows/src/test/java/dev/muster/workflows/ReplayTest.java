package dev.muster.workflows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.workflows.contract.Ids;
import dev.muster.workflows.orchestration.ShortOrchestration;
import dev.muster.workflows.playbook.ShortPlaybook;
import dev.muster.workflows.testing.TestEngine;
import io.temporal.testing.TestWorkflowEnvironment;
import io.temporal.worker.Worker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Histories of executions that may be running anywhere still replay. They are written anew by the
 * other tests when these run with {@code -Dmuster.histories.write}; an old one is kept beside the
 * new one for as long as such executions may live.
 */
final class ReplayTest {

  private static final Path HISTORIES = Path.of("src", "test", "resources", "histories");

  @ParameterizedTest
  @MethodSource("histories")
  void replays(String name) throws Exception {
    replay(
        Files.readString(HISTORIES.resolve(name)),
        name.contains("-continued-") ? ReplayTest::registerShort : ReplayTest::register);
  }

  @Test
  void everyKindOfExecutionIsRecorded() {
    assertThat(histories())
        .contains(
            "orchestration-idle.json",
            "orchestration-idle-v1.json",
            "orchestration-watched-and-nudged.json",
            "orchestration-watched-and-nudged-v1.json",
            "orchestration-reviewed-while-watched.json",
            "orchestration-commanded.json",
            "orchestration-database-away.json",
            "orchestration-batches.json",
            "orchestration-many-named.json",
            "orchestration-bad-signals-v1.json",
            "orchestration-bad-signals.json",
            "orchestration-action-added.json",
            "orchestration-continued-from.json",
            "orchestration-continued-to.json",
            "playbook-simple.json",
            "playbook-simple-v1.json",
            "playbook-simple-v2.json",
            "playbook-approval.json",
            "playbook-bad-signals-v1.json",
            "playbook-bad-signals.json",
            "playbook-pause-resume-cancel.json",
            "playbook-search-attributes.json",
            "playbook-continued-from.json",
            "playbook-continued-to.json");
  }

  @Test
  void codeThatWouldDoSomethingElseIsFound() throws IOException {
    String idle = Files.readString(HISTORIES.resolve("orchestration-idle.json"));
    // As if the limit of a history had been lowered under executions that are longer already.
    assertThatThrownBy(() -> replay(idle, ReplayTest::registerShort))
        .hasMessageContaining("NonDeterministicException");
  }

  static List<String> histories() {
    try (Stream<Path> files = Files.list(HISTORIES)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void replay(String history, Consumer<Worker> workflows) throws Exception {
    try (TestWorkflowEnvironment environment =
        TestWorkflowEnvironment.newInstance(TestEngine.options().build())) {
      Worker worker = environment.newWorker(Ids.TASK_QUEUE);
      workflows.accept(worker);
      worker.replayWorkflowExecution(history);
    }
  }

  private static void register(Worker worker) {
    worker.registerWorkflowImplementationTypes(WorkflowTypes.all());
  }

  private static void registerShort(Worker worker) {
    ShortOrchestration.register(worker);
    ShortPlaybook.register(worker);
  }
}
