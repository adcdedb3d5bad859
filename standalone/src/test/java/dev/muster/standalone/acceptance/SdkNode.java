package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.sdk.StandInAgent;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * An agent of Replicante's SDK in a process of its own: the stand-in, or the program that {@code
 * -Dmuster.sdk.agent} names, which gets {@code --config FILE}. What is asked of it is the SDK's own
 * API, so that a real agent can take the stand-in's place.
 */
final class SdkNode implements AutoCloseable {

  private static final String PROGRAM = System.getProperty("muster.sdk.agent", "");
  private static final Duration READY_WITHIN = Duration.ofSeconds(30);

  private final Path folder;
  private final String id;
  private final int port = PortBlock.free();
  private final HttpClient client = HttpClient.newHttpClient();
  private Process process;

  private SdkNode(Path folder, String id) {
    this.folder = folder;
    this.id = id;
    configure();
    this.process = launch();
  }

  /** Starts one whose loop pauses for a second; returns when it answers. */
  static SdkNode start(Path folder, String id) {
    SdkNode node = new SdkNode(folder, id);
    node.awaitAnswer();
    return node;
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  /** kill -9. */
  void kill() {
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Starts it again on its store; returns when it answers. */
  void startAgain() {
    process = launch();
    awaitAnswer();
  }

  /** The record of an action, as the agent has it. */
  JsonNode record(String action) {
    return get("/action/" + action).orElseThrow();
  }

  /** The ids that a list has, {@code queue} or {@code finished}, in its order. */
  List<String> listed(String list) {
    return Json.items(get("/actions/" + list).orElseThrow(), "actions").stream()
        .map(item -> Json.text(item, "id"))
        .toList();
  }

  /**
   * What Muster has of it, in the order in which it was made, are these steps; and the agent itself
   * says, by its own clock, that it executed each of them once, one after the other.
   *
   * @param turns of the loop that each step is
   */
  void requireOnceInOrder(List<JsonNode> ours, List<String> steps, int turns) {
    assertThat(ours)
        .extracting(action -> Json.text(action, "step"))
        .containsExactlyElementsOf(steps);
    assertThat(ours).extracting(action -> Json.text(action, "state")).containsOnly("DONE");
    List<String> ids = ours.stream().map(action -> Json.text(action, "id")).toList();
    assertThat(listed("queue")).isEmpty();
    assertThat(listed("finished")).containsExactlyElementsOf(ids);
    Instant before = Instant.EPOCH;
    for (String action : ids) {
      JsonNode record = record(action);
      assertThat(Json.text(record.path("state"), "phase")).isEqualTo("DONE");
      assertThat(record.path("state").path("payload").path("count").asInt()).isEqualTo(turns);
      assertThat(Json.time(record, "scheduled_time").orElseThrow()).isAfter(before);
      before = Json.time(record, "finished_time").orElseThrow();
    }
  }

  @Override
  public void close() {
    kill();
    client.close();
  }

  private void configure() {
    ObjectNode config = Json.object().put("node_id", id);
    config.put("store_path", folder.resolve(id + ".db").toString());
    config.putObject("http").put("bind", "127.0.0.1:" + port);
    config.putObject("actions").put("execute_interval", 1);
    try {
      Files.writeString(file(), Json.write(config));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path file() {
    return folder.resolve(id + ".yaml");
  }

  private Process launch() {
    List<String> command = new ArrayList<>(PROGRAM.isEmpty() ? standIn() : List.of(PROGRAM));
    command.addAll(List.of("--config", file().toString()));
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(id + ".log").toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> standIn() {
    return Stream.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            StandInAgent.class.getName())
        .toList();
  }

  private void awaitAnswer() {
    Awaitility.await("agent " + id)
        .atMost(Slack.on(READY_WITHIN))
        .until(() -> get("/info/node").isPresent());
  }

  /** Empty if nobody answers, or not with 200. */
  private Optional<JsonNode> get(String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + "/api/unstable" + path))
            .timeout(READY_WITHIN)
            .build();
    try {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 ? Optional.of(Json.parse(answer.body())) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
