package dev.muster.standalone.move;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.standalone.StandaloneMain;
import dev.muster.standalone.acceptance.JavaProcess;
import dev.muster.standalone.acceptance.PortBlock;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** A {@code muster up} on a data folder of its own and a database that others may use too. */
final class Up implements AutoCloseable {

  private static final Duration RUN_ENDS_WITHIN = Duration.ofSeconds(90);

  private final Path data;
  private final JavaProcess program;
  private final MusterApi api;

  Up(Path data, List<String> options, Map<String, String> environment) throws IOException {
    this.data = Files.createDirectories(data);
    int port = PortBlock.free();
    List<String> arguments = new ArrayList<>(List.of("up", "--data", data.toString()));
    arguments.addAll(List.of("--port", String.valueOf(port)));
    arguments.addAll(List.of("--temporal-port", String.valueOf(PortBlock.free())));
    arguments.addAll(options);
    this.program =
        JavaProcess.start(StandaloneMain.class, data.resolve("up.err"), arguments, environment);
    this.api = new MusterApi(URI.create("http://127.0.0.1:" + port), "tester");
  }

  MusterApi api() {
    return api;
  }

  String startRun(String playbook) {
    return Json.text(
        api.post(
                ApiPath.of("clusters", Site.CLUSTER, "runs"),
                Json.object().put("playbook", playbook).put("reason", "test"))
            .json(),
        "id");
  }

  JsonNode run(String id) {
    return api.get(ApiPath.of("runs", id)).json();
  }

  JsonNode awaitEnd(String run) {
    return Awaitility.await("the end of run " + run)
        .atMost(RUN_ENDS_WITHIN)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> run(run), shown -> shown.has("finishedAt"));
  }

  /** What it has logged so far. */
  String log() throws IOException {
    return Files.readString(data.resolve("muster.log"));
  }

  @Override
  public void close() {
    api.close();
    program.close();
  }
}
