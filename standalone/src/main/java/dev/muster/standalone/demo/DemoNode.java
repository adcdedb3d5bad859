package dev.muster.standalone.demo;

import dev.muster.agent.AgentMain;
import dev.muster.agent.sample.SampleService;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.standalone.Ports;
import dev.muster.standalone.StartProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node of the demo: a real agent process, and a real service process that the agent restarts. */
final class DemoNode implements AutoCloseable {

  private static final Pattern ADDRESS = Pattern.compile("(?<= listening on )https?://\\S+");
  private static final Duration STOPS_WITHIN = Duration.ofSeconds(5);

  private final String id;
  private final int servicePort;
  private final Path folder;
  private final Process agent;
  private String agentUrl = "";

  private DemoNode(String id, int servicePort, Path folder, Process agent) {
    this.id = id;
    this.servicePort = servicePort;
    this.folder = folder;
    this.agent = agent;
  }

  /** Starts the service and the agent; {@link #awaitReady} waits for them. */
  static DemoNode start(String id, Path parent) {
    try {
      Path folder = Files.createDirectories(parent.resolve(id));
      int port = Ports.free();
      Path script = writeScript(folder, id, port);
      run(script, "start");
      Path config = folder.resolve("agent.json");
      Files.writeString(config, WireFormat.JSON.writeValueAsString(configuration(script, port)));
      Process agent =
          new ProcessBuilder(agentCommand(id, folder, config))
              .redirectError(folder.resolve("agent.log").toFile())
              .start();
      return new DemoNode(id, port, folder, agent);
    } catch (IOException failed) {
      throw new StartProblem(
          "the node %s did not start: %s".formatted(id, failed.getMessage()), failed);
    }
  }

  /** Reads the agent's address from the line that says it; a JVM may print warnings before. */
  void awaitReady() {
    StringBuilder said = new StringBuilder();
    try (BufferedReader reader = agent.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        Matcher address = ADDRESS.matcher(line);
        if (address.find()) {
          agentUrl = address.group();
          return;
        }
        said.append(line).append('\n');
      }
      throw new StartProblem(
          "the agent of %s ended with exit code %d before it listened: %s"
              .formatted(
                  id,
                  agent.waitFor(),
                  (said + Files.readString(folder.resolve("agent.log"))).strip()));
    } catch (IOException failed) {
      throw new StartProblem(
          "the agent of %s did not start: %s".formatted(id, failed.getMessage()), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StartProblem("the agent of %s was not waited for".formatted(id), interrupted);
    }
  }

  String id() {
    return id;
  }

  String agentUrl() {
    return agentUrl;
  }

  int servicePort() {
    return servicePort;
  }

  /** Process id of the service, as it says itself; empty while it is not up. */
  Optional<Long> servicePid(HttpClient client) {
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + servicePort + "/health"))
                  .timeout(Duration.ofSeconds(2))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? Optional.of(WireFormat.JSON.readTree(answer.body()).path("pid").asLong())
          : Optional.empty();
    } catch (IOException notUp) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static List<String> agentCommand(String id, Path folder, Path config) {
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

  private static Map<String, Object> configuration(Path script, int port) {
    String health = "http://127.0.0.1:" + port + "/health";
    return Map.of(
        "services",
        Map.of(
            "web",
            Map.of(
                "start", List.of(script.toString(), "start"),
                "stop", List.of(script.toString(), "stop"),
                "status", Map.of("http", health))),
        "status",
        Map.of("http", health, "interval", "500ms"));
  }

  /** How an operator's own service would be started and stopped: a small script. */
  private static Path writeScript(Path folder, String id, int port) throws IOException {
    Path script = folder.resolve("service.sh");
    String start =
        String.join(
            " ",
            quoted(java("MUSTER_SMALL_JVM")),
            "-Xmx16m -cp",
            quote(System.getProperty("java.class.path")),
            SampleService.class.getName(),
            "--port",
            String.valueOf(port),
            "--name",
            id,
            "--startup-delay 1s --pid-file",
            quote(folder.resolve("service.pid").toString()));
    Files.writeString(
        script,
        """
        #!/bin/sh
        case "$1" in
          start) setsid %1$s >%2$s 2>&1 </dev/null & echo $! >%3$s ;;
          stop) kill "$(cat %3$s)" ;;
        esac
        """
            .formatted(
                start,
                quote(folder.resolve("service.log").toString()),
                quote(folder.resolve("service.pid").toString())));
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    return script;
  }

  private static List<String> java(String flagsFrom) {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    Optional.ofNullable(System.getenv(flagsFrom))
        .filter(flags -> !flags.isBlank())
        .ifPresent(flags -> command.addAll(Arrays.asList(flags.split(" ", -1))));
    return command;
  }

  private static String quoted(List<String> words) {
    return String.join(" ", words.stream().map(DemoNode::quote).toList());
  }

  private static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }

  private static void run(Path script, String verb) throws IOException {
    new ProcessBuilder(script.toString(), verb).start().onExit().join();
  }

  /** Stops the agent first, so that it does not see its service go. */
  @Override
  public void close() {
    agent.destroy();
    try {
      if (!agent.waitFor(STOPS_WITHIN.toMillis(), TimeUnit.MILLISECONDS)) {
        agent.destroyForcibly();
      }
      Path pidFile = folder.resolve("service.pid");
      if (Files.exists(pidFile)) {
        ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
