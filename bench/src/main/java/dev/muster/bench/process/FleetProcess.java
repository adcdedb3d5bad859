package dev.muster.bench.process;

import dev.muster.bench.fleet.FleetMain;
import dev.muster.bench.fleet.FleetServer;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The fleet simulator in a process of its own; ends with the benchmark, however that ends. */
public final class FleetProcess implements AutoCloseable {

  private final Process process;
  private final int nodes;
  private final int port;

  private FleetProcess(Process process, int nodes, int port) {
    this.process = process;
    this.nodes = nodes;
    this.port = port;
  }

  /**
   * Starts it.
   *
   * @param actionDuration of an action that does not say otherwise
   */
  public static FleetProcess start(int nodes, Duration actionDuration) {
    return start(nodes, actionDuration, List.of());
  }

  /**
   * Starts one to which requests go wrong, once {@link #letFaultsBegin} was called.
   *
   * @param percent of all requests
   */
  public static FleetProcess faulty(int nodes, Duration actionDuration, long seed, int percent) {
    return start(nodes, actionDuration, List.of(String.valueOf(seed), String.valueOf(percent)));
  }

  private static FleetProcess start(int nodes, Duration actionDuration, List<String> faults) {
    List<String> arguments =
        new ArrayList<>(
            List.of(String.valueOf(nodes), "0", String.valueOf(actionDuration.toMillis())));
    arguments.addAll(faults);
    Process process = Java.start("MUSTER_SMALL_JVM", FleetMain.class, arguments);
    return new FleetProcess(process, nodes, Integer.parseInt(Java.firstLine(process)));
  }

  /** Port of every agent; their hosts differ. */
  public int port() {
    return port;
  }

  /** Where the agent of each node listens, by the node's id. */
  public Map<String, String> urls() {
    Map<String, String> urls = new LinkedHashMap<>();
    for (int index = 0; index < nodes; index++) {
      urls.put(
          FleetServer.nodeId(index), "http://%s:%d".formatted(FleetServer.address(index), port));
    }
    return urls;
  }

  /** What happened so far: an array of node, run, stage, step, receivedNanos, finishedNanos. */
  public JsonNode journal() {
    return told("journal");
  }

  /** Requests go wrong from now on. */
  public void letFaultsBegin() {
    try {
      process.getOutputStream().write('\n');
      process.getOutputStream().flush();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** How many requests went wrong so far, by manner. */
  public JsonNode faults() {
    return told("faults");
  }

  private JsonNode told(String what) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/%s".formatted(port, what))).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return Json.parse(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
