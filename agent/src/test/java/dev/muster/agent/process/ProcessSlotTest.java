package dev.muster.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.log.ActionLog;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the next agent finds in the place of a command, and makes of it. */
final class ProcessSlotTest {

  @TempDir Path folder;

  @Test
  void anAgentThatDiedBeforeItToldTheProcessToBeginHasNotBegunIt() throws Exception {
    ProcessSlot slot = slot();
    Process gated = noted(slot);
    gated.getOutputStream().close();

    Ended ended = run(slot);

    assertThat(ended.how()).isEqualTo(Ended.How.EXITED);
    assertThat(ended.exitCode()).contains(3);
    assertThat(Files.readAllLines(journal())).containsExactly("done");
  }

  @Test
  void aProcessThatWasKilledBeforeItSaidAnythingIsNotBegunAgain() throws Exception {
    ProcessSlot slot = slot();
    Process gated = noted(slot);
    gated.destroyForcibly().waitFor();

    Ended ended = run(slot);

    assertThat(ended.how()).isEqualTo(Ended.How.VANISHED);
    assertThat(journal()).doesNotExist();
  }

  /** As an agent leaves it that is killed before it tells the process to begin. */
  private Process noted(ProcessSlot slot) throws IOException {
    Process gated = slot.launch(command());
    ProcessIdentity.of(gated.pid()).orElseThrow().write(slot.identity());
    return gated;
  }

  private Ended run(ProcessSlot slot) throws Exception {
    try (ActionLog log = ActionLog.open(Files.createDirectories(folder.resolve("log")), 10_000)) {
      return slot.run(command(), execution(log));
    }
  }

  private ProcessSlot slot() throws IOException {
    try (ActionLog log = ActionLog.open(Files.createDirectories(folder.resolve("log")), 10_000)) {
      return ProcessSlot.of(execution(log), "command");
    }
  }

  private Execution execution(ActionLog log) {
    return new Execution(
        new Execution.Subject(
            new UUID(0, 1), WireFormat.JSON.createObjectNode(), Optional.empty(), folder),
        new Control(Optional.empty()),
        log,
        payload -> {});
  }

  private Command command() {
    return Command.of(List.of("/bin/sh", "-c", "echo done >> '%s'; exit 3".formatted(journal())));
  }

  private Path journal() {
    return folder.resolve("journal");
  }
}
