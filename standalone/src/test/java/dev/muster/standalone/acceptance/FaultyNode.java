package dev.muster.standalone.acceptance;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A node with a real agent that can be killed, wiped and set to another time, behind a door. */
final class FaultyNode implements AutoCloseable {

  private final Path folder;
  private final String id;
  private final int port = PortBlock.free();
  private final FaultyDoor door = FaultyDoor.to("http://127.0.0.1:" + port);
  private final MusterApi agent = new MusterApi(URI.create("http://127.0.0.1:" + port), "tester");
  private Duration off = Duration.ZERO;
  private JavaProcess process;

  FaultyNode(Path folder, String id) {
    this.folder = folder;
    this.id = id;
    this.process = launch();
  }

  String id() {
    return id;
  }

  FaultyDoor door() {
    return door;
  }

  /** An action as the agent has it. */
  JsonNode action(String action) {
    return agent.get(ApiPath.of("actions", action)).json();
  }

  /** kill -9; what it executes goes on. */
  void kill() {
    process.kill();
  }

  void startAgain() {
    process = launch();
  }

  /** Its clock will be off by so much. */
  void setClock(Duration by) {
    off = by;
  }

  /** All that it keeps, while it is not there. */
  void wipe() {
    try (Stream<Path> files = Files.walk(data())) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.kill();
    door.close();
    agent.close();
  }

  private Path data() {
    return folder.resolve(id);
  }

  private JavaProcess launch() {
    return JavaProcess.start(
        SkewedAgent.class,
        folder.resolve(id + ".err"),
        List.of(
            String.valueOf(off.toSeconds()),
            "--node",
            id,
            "--listen",
            "127.0.0.1:" + port,
            "--allow",
            "*",
            "--data",
            data().toString()));
  }

  /** Text of an action for messages. */
  String shown(String action) {
    return "%s on %s: %s".formatted(action, id, Json.write(action(action)));
  }
}
