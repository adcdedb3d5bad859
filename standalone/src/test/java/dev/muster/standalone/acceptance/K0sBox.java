package dev.muster.standalone.acceptance;

import dev.muster.agent.sample.K0sStandin;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A node on which a stand-in for k0s runs, with an agent that updates it. */
final class K0sBox implements AutoCloseable {

  static final String FIRST = "v1.30.0+k0s.0";

  private final String id;
  private final int port;
  private final Path folder;

  private K0sBox(String id, int port, Path folder) {
    this.id = id;
    this.port = port;
    this.folder = folder;
  }

  /** Starts the first version and an agent, and registers the node, with its zone as a label. */
  static K0sBox start(Installation muster, String cluster, String id, String zone, Path parent)
      throws IOException {
    Path folder = Files.createDirectories(parent.resolve(id + ".k0s"));
    K0sBox box = new K0sBox(id, PortBlock.free(), folder);
    K0sStandin.write(box.binary(), FIRST);
    try {
      box.join(muster, cluster, zone);
      return box;
    } catch (IOException | RuntimeException failed) {
      box.close();
      throw failed;
    }
  }

  private void join(Installation muster, String cluster, String zone) throws IOException {
    start();
    Path config = folder.resolve("agent.json");
    Files.writeString(config, Json.write(configuration()));
    String url = muster.beginAgent(id, List.of("--config", config.toString()));
    ObjectNode node =
        Json.object()
            .put("id", id)
            .put("agent", url)
            .put("role", id.startsWith("controller") ? "controller" : "worker");
    node.putObject("labels").put("zone", zone).put("muster.dev/api-port", String.valueOf(port));
    muster.api().post(ApiPath.of("clusters", cluster, "nodes"), node);
  }

  private ObjectNode configuration() {
    String health = "http://127.0.0.1:%d/health".formatted(port);
    ObjectNode config = Json.object();
    ObjectNode service = config.putObject("services").putObject("k0s");
    command("start").forEach(service.putArray("start")::add);
    command("stop").forEach(service.putArray("stop")::add);
    service.putObject("status").put("http", health);
    config
        .putObject("k0s")
        .put("binary", binary().toString())
        .put("service", "k0s")
        .put("data", folder.resolve("data").toString())
        .put("readyz", "http");
    config.putObject("kubernetes").put("none", "the test has no Kubernetes");
    return config;
  }

  private Path binary() {
    return folder.resolve("k0s");
  }

  private List<String> command(String verb) {
    return List.of(
        binary().toString(),
        verb,
        "--port",
        String.valueOf(port),
        "--pid-file",
        folder.resolve("k0s.pid").toString());
  }

  String id() {
    return id;
  }

  /** Starts k0s, and waits until it answers. */
  void start() throws IOException {
    run("start");
    Awaitility.await("k0s of " + id)
        .atMost(Slack.on(Duration.ofSeconds(30)))
        .ignoreExceptionsInstanceOf(IOException.class)
        .until(() -> !version().isEmpty());
  }

  void stop() throws IOException {
    run("stop");
  }

  private void run(String verb) throws IOException {
    new ProcessBuilder(command(verb))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(verb + ".log").toFile())
        .start()
        .onExit()
        .join();
  }

  /** Of what runs, not of the file. */
  String version() throws IOException {
    return Json.text(health(), "version");
  }

  long pid() throws IOException {
    return health().path("pid").asLong();
  }

  private JsonNode health() throws IOException {
    try (InputStream body =
        URI.create("http://127.0.0.1:%d/health".formatted(port)).toURL().openStream()) {
      return Json.parse(new String(body.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  /** The bundles that were brought, with what is in them. */
  Map<String, String> images() throws IOException {
    Path images = folder.resolve("data").resolve("images");
    Map<String, String> found = new TreeMap<>();
    if (Files.isDirectory(images)) {
      try (Stream<Path> files = Files.list(images)) {
        for (Path file : files.toList()) {
          found.put(file.getFileName().toString(), Files.readString(file));
        }
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    stop();
  }
}
