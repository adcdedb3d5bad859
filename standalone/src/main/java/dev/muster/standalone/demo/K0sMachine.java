package dev.muster.standalone.demo;

import dev.muster.agent.sample.K0sStandin;
import dev.muster.standalone.Ports;
import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A node of the demo of k0s: a real agent process, and a stand-in for k0s that really runs. */
final class K0sMachine implements AutoCloseable {

  private static final int SWEEPS = 20;

  private final String id;
  private final String role;
  private final int port;
  private final Path folder;
  private final DemoAgent agent;

  private K0sMachine(String id, String role, int port, Path folder, DemoAgent agent) {
    this.id = id;
    this.role = role;
    this.port = port;
    this.folder = folder;
    this.agent = agent;
  }

  /** Starts a version of k0s and the agent; {@link #awaitReady} waits for them. */
  static K0sMachine start(String id, String role, String version, Path parent) {
    try {
      Path folder = Files.createDirectories(parent.resolve(id));
      int port = Ports.free();
      Path binary = Files.createDirectories(folder.resolve("bin")).resolve("k0s");
      K0sStandin.write(binary, version);
      new ProcessBuilder(command(binary, port, "start"))
          .redirectErrorStream(true)
          .redirectOutput(folder.resolve("start.log").toFile())
          .start()
          .onExit()
          .join();
      DemoAgent agent = DemoAgent.start(id, folder, configuration(folder, binary, port));
      return new K0sMachine(id, role, port, folder, agent);
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

  void join(DemoCluster cluster) {
    cluster.add(id, agent.url(), role, Map.of("muster.dev/api-port", String.valueOf(port)));
  }

  boolean isController() {
    return role.equals("controller");
  }

  /** What runs; empty while it is not up. */
  Optional<DemoHealth> health(HttpClient client) {
    return DemoHealth.ask(client, port);
  }

  /** The bundles of images that were brought here. */
  List<String> images() {
    Path images = folder.resolve("data").resolve("images");
    if (!Files.isDirectory(images)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(images)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    } catch (IOException failed) {
      return List.of();
    }
  }

  private static Map<String, Object> configuration(Path folder, Path binary, int port) {
    String health = "http://127.0.0.1:" + port + "/health";
    return Map.of(
        "services",
        Map.of(
            "k0s",
            Map.of(
                "start", command(binary, port, "start"),
                "stop", command(binary, port, "stop"),
                "status", Map.of("http", health))),
        "status",
        Map.of("http", health, "interval", "500ms"),
        "k0s",
        Map.of(
            "binary",
            binary.toString(),
            "service",
            "k0s",
            "data",
            folder.resolve("data").toString(),
            "readyz",
            "http"),
        "kubernetes",
        Map.of("none", "the demo has no Kubernetes"));
  }

  private static List<String> command(Path binary, int port, String verb) {
    return List.of(
        binary.toString(),
        verb,
        "--port",
        String.valueOf(port),
        "--pid-file",
        binary.resolveSibling("k0s.pid").toString());
  }

  /** A start that was under way may leave one more process, so it looks until there is none. */
  @Override
  public void close() {
    agent.close();
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      List<ProcessHandle> own = ProcessHandle.allProcesses().filter(this::isOfThisNode).toList();
      if (own.isEmpty()) {
        return;
      }
      own.forEach(ProcessHandle::destroyForcibly);
      own.forEach(process -> process.onExit().join());
    }
  }

  private boolean isOfThisNode(ProcessHandle process) {
    try {
      Path commandLine = Path.of("/proc", Long.toString(process.pid()), "cmdline");
      return Files.readString(commandLine, StandardCharsets.ISO_8859_1).contains(folder + "/");
    } catch (IOException goneOrNotOurs) {
      return false;
    }
  }
}
