package dev.muster.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the next agent finds in the place of a process that outlives its agent. */
@Timeout(60)
final class LastingProcessTest {

  @TempDir Path folder;

  @AfterEach
  void end() throws Exception {
    place().stop(Duration.ZERO);
  }

  @Test
  void whatWasBegunIsFoundByWhoComesLater() throws Exception {
    place().begin(sleeping(), "7");

    assertThat(place().run()).contains("7");
    assertThat(place().isAlive()).isTrue();
    ProcessHandle process = ProcessHandle.of(place().pid().orElseThrow()).orElseThrow();
    // The gate says that it lets it pass, and is the process itself a moment later.
    while (process.info().command().filter(program -> program.endsWith("sleep")).isEmpty()) {
      assertThat(process.isAlive()).isTrue();
    }
  }

  @Test
  void anAgentThatDiedBeforeItNotedTheProcessLeavesNothing() throws Exception {
    Process gated = place().launch(sleeping(), "7");
    gated.getOutputStream().close();

    assertThat(gated.waitFor()).isEqualTo(125);
    assertThat(place().run()).isEmpty();
  }

  @Test
  void anAgentThatDiedBeforeItLetTheProcessBeginLeavesNothing() throws Exception {
    Process gated = place().launch(sleeping(), "7");
    ProcessIdentity.of(gated.pid()).orElseThrow().write(place().identity());
    gated.getOutputStream().close();

    assertThat(place().run()).isEmpty();
    place().begin(sleeping(), "8");
    assertThat(place().run()).contains("8");
  }

  @Test
  void aProcessThatWasKilledAtTheGateHasNotBegun() throws Exception {
    Process gated = place().launch(sleeping(), "7");
    ProcessIdentity.of(gated.pid()).orElseThrow().write(place().identity());
    gated.destroyForcibly().waitFor();

    assertThat(place().run()).isEmpty();
  }

  @Test
  void oneThatEndedIsKnownByItsNameAndItsLastWords() throws Exception {
    place().begin(command("echo one; echo two >&2; exit 3"), "7");
    ProcessTable.end(() -> ProcessTable.marked(List.of("MARK=" + folder)), Duration.ofSeconds(10));

    assertThat(place().run()).contains("7");
    assertThat(place().isAlive()).isFalse();
    assertThat(place().lastWords()).isEqualTo("one / two");
  }

  @Test
  void stoppingEndsTheWholeSessionAndKillsWhatDoesNotListen() throws Exception {
    place().begin(command("trap '' TERM; sleep 1000 & echo $! > child; wait; wait"), "7");
    Path child = folder.resolve("child");
    while (!Files.exists(child) || Files.readString(child).isBlank()) {
      Thread.onSpinWait();
    }
    long pid = Long.parseLong(Files.readString(child).strip());

    place().stop(Duration.ofMillis(100));

    assertThat(place().isAlive()).isFalse();
    assertThat(ProcessIdentity.of(pid)).isEmpty();
  }

  @Test
  void aProgramThatIsNotThereHasEndedWithTheReason() throws Exception {
    place().begin(Command.of(List.of("/no/such/program")), "7");
    ProcessTable.end(() -> ProcessTable.marked(List.of("MARK=" + folder)), Duration.ofSeconds(10));

    assertThat(place().lastWords()).contains("/no/such/program").contains("not found");
  }

  @Test
  void aProcessThatCannotSayThatItBeginsDoesNotBegin() throws Exception {
    Process gated = place().launch(command("echo begun > begun"), "7");
    ProcessIdentity.of(gated.pid()).orElseThrow().write(place().identity());
    Files.createDirectory(folder.resolve("place").resolve("gate"));
    gated.getOutputStream().write("go\n".getBytes(StandardCharsets.US_ASCII));
    gated.getOutputStream().close();

    assertThat(gated.waitFor()).isEqualTo(125);
    assertThat(folder.resolve("begun")).doesNotExist();
    Files.delete(folder.resolve("place").resolve("gate"));
    assertThat(place().run()).isEmpty();
  }

  @Test
  void moreOutputThanThereIsRoomForIsKeptOnceAndTheProcessGoesOnWriting() throws Exception {
    place()
        .begin(
            command(
                "head -c 5000000 /dev/zero; until [ -e gate ]; do sleep 0.02; done; echo more; exec sleep 1000"),
            "7");
    Path output = folder.resolve("place").resolve("output");
    while (Files.size(output) < 5_000_000) {
      Thread.onSpinWait();
    }
    place().trim();
    assertThat(Files.size(output)).isZero();
    Files.createFile(folder.resolve("gate"));
    while (Files.size(output) == 0) {
      Thread.onSpinWait();
    }
    assertThat(Files.readString(output)).isEqualTo("more\n");
    assertThat(folder.resolve("place").resolve("output.before")).hasSize(5_000_000);
  }

  private LastingProcess place() {
    return new LastingProcess(folder.resolve("place"));
  }

  private Command sleeping() {
    return command("exec sleep 1000");
  }

  private Command command(String script) {
    return new Command(
        List.of("/bin/sh", "-c", script),
        Map.of("PATH", System.getenv("PATH"), "MARK", folder.toString()),
        Optional.of(folder),
        Optional.empty(),
        Command.GRACE,
        Optional.empty());
  }
}
