package dev.muster.standalone.demo;

import dev.muster.agent.AgentMain;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.standalone.StartProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A real agent process of the demo. */
final class DemoAgent implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("(?<= listening on )https?://\\S+");
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(5);

  private final String id;
  private final Path folder;
  private final Process process;
  private String url = "";

  private DemoAgent(String id, Path folder, Process process) {
    this.id = id;
    this.folder = folder;
    this.process = process;
  }

  /** Starts it on a free port of loopback; {@link #awaitReady} waits for it. */
  static DemoAgent start(String id, Path folder, Object configuration) throws IOException {
    Path config = folder.resolve("agent.json");
    Files.writeString(config, WireFormat.JSON.writeValueAsString(configuration));
    return new DemoAgent(
        id,
        folder,
        new ProcessBuilder(command(id, folder, config))
            .redirectError(folder.resolve("agent.log").toFile())
            .start());
  }

  /** Reads the agent's address from the line that says it; a JVM may print warnings before. */
  void awaitReady() {
    StringBuilder said = new StringBuilder();
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        Matcher address = ADDRESS.matcher(line);
        if (address.find()) {
          url = address.group();
          return;
        }
        said.append(line).append('\n');
      }
      throw new StartProblem(
          "the agent of %s ended with exit code %d before it listened: %s"
              .formatted(
                  id,
                  process.waitFor(),
                  (said + Files.readString(folder.resolve("agent.log"))).strip()));
    } catch (IOException failed) {
      throw new StartProblem(
          "the agent of %s did not start: %s".formatted(id, failed.getMessage()), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StartProblem("the agent of %s was not waited for".formatted(id), interrupted);
    }
  }

  String url() {
    return url;
  }

  private static List<String> command(String id, Path folder, Path config) {
    List<String> command = new ArrayList<>(java("MUSTER_AGENT_JVM"));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            AgentMain.class.getName(),
            "--node",
            id,
            "--listen",
            "127.0.0.1:0",
            "--data",
            folder.resolve("agent").toString(),
            "--config",
            config.toString()));
    return command;
  }

  /** Java as it runs here, with the flags of a variable. */
  static List<String> java(String flagsFrom) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    Optional.ofNullable(System.getenv(flagsFrom))
        .filter(flags -> !flags.isBlank())
        .ifPresent(flags -> command.addAll(Arrays.asList(flags.split(" ", -1))));
    return command;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOPS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
