package dev.muster.standalone.demo;

import dev.muster.agent.sample.SampleService;
import dev.muster.standalone.Ports;
import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node of the demo: a real agent process, and a real service process that the agent restarts. */
final class DemoNode implements AutoCloseable {

  private final String id;
  private final int servicePort;
  private final Path folder;
  private final DemoAgent agent;

  private DemoNode(String id, int servicePort, Path folder, DemoAgent agent) {
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
      DemoAgent agent = DemoAgent.start(id, folder, configuration(script, port));
      return new DemoNode(id, port, folder, agent);
    } catch (IOException failed) {
      throw new StartProblem(
          "the node %s did not start: %s".formatted(id, failed.getMessage()), failed);
    }
  }

  /** Waits until the agent listens. */
  void awaitReady() {
    agent.awaitReady();
  }

  String id() {
    return id;
  }

  String agentUrl() {
    return agent.url();
  }

  int servicePort() {
    return servicePort;
  }

  /** Process id of the service, as it says itself; empty while it is not up. */
  Optional<Long> servicePid(HttpClient client) {
    return DemoHealth.ask(client, servicePort).map(DemoHealth::pid);
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
            quoted(DemoAgent.java("MUSTER_SMALL_JVM")),
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
    agent.close();
    try {
      Path pidFile = folder.resolve("service.pid");
      if (Files.exists(pidFile)) {
        ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()))
            .ifPresent(ProcessHandle::destroyForcibly);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
