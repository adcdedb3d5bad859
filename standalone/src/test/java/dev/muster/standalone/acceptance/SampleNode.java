package dev.muster.standalone.acceptance;

import dev.muster.agent.sample.SampleService;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import tools.jackson.databind.node.ObjectNode;

/** A node with a service {@code web} that is a process, which its agent starts and stops. */
final class SampleNode implements AutoCloseable {

  private final Path pidFile;
  private final int port;

  private SampleNode(Path pidFile, int port) {
    this.pidFile = pidFile;
    this.port = port;
  }

  /** Starts the service and its agent, and registers the node. */
  static SampleNode start(Installation muster, String cluster, String id, Path folder)
      throws Exception {
    SampleNode node = new SampleNode(folder.resolve(id + ".service.pid"), PortBlock.free());
    new ProcessBuilder(node.startCommand()).start().waitFor();
    Awaitility.await("the service of " + id).until(node::answers);
    Path config = folder.resolve(id + ".json");
    Files.writeString(config, Json.write(node.configuration()));
    muster.addAgent(cluster, id, List.of("--config", config.toString()));
    return node;
  }

  private ObjectNode configuration() {
    String health = "http://127.0.0.1:%d/health".formatted(port);
    ObjectNode config = Json.object();
    ObjectNode web = config.putObject("services").putObject("web");
    startCommand().forEach(web.putArray("start")::add);
    killCommand().forEach(web.putArray("stop")::add);
    web.putObject("status").put("http", health);
    config.putObject("status").put("http", health).put("interval", "200ms");
    return config;
  }

  private List<String> startCommand() {
    String program =
        "setsid '%s' -cp '%s' %s --port %d --pid-file '%s' --startup-delay 200ms >/dev/null 2>&1 </dev/null & echo $! >'%s'"
            .formatted(
                ProcessHandle.current().info().command().orElse("java"),
                System.getProperty("java.class.path"),
                SampleService.class.getName(),
                port,
                pidFile,
                pidFile);
    return List.of("/bin/sh", "-c", program);
  }

  /** Kills the service without warning. */
  List<String> killCommand() {
    return List.of("/bin/sh", "-c", "kill -9 $(cat %s)".formatted(pidFile));
  }

  int port() {
    return port;
  }

  /** The service's process, by its pid file. */
  Optional<ProcessHandle> service() throws IOException {
    return ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip()));
  }

  boolean answers() {
    try (InputStream body =
        URI.create("http://127.0.0.1:%d/health".formatted(port)).toURL().openStream()) {
      return body.readAllBytes().length > 0;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    service().ifPresent(ProcessHandle::destroyForcibly);
  }
}
