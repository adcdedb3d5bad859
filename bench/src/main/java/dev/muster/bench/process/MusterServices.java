package dev.muster.bench.process;

import dev.muster.cli.rest.Json;
import dev.muster.standalone.Ports;
import dev.muster.standalone.api.ApiApplication;
import dev.muster.worker.WorkerApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** One API and some workers, each a process of its own, on a Temporal server on PostgreSQL. */
final class MusterServices implements Muster {

  private static final Duration UP_WITHIN = Duration.ofMinutes(2);
  private static final Duration LOOK_EVERY = Duration.ofMillis(200);

  private final RealTemporal temporal;
  private final int port = Ports.free();
  private final Deque<Process> processes = new ArrayDeque<>();

  private MusterServices(RealTemporal temporal) {
    this.temporal = temporal;
  }

  static MusterServices start(int workers) {
    MusterServices muster = new MusterServices(RealTemporal.start());
    try {
      muster.launch(ApiApplication.class, muster.port);
      for (int worker = 0; worker < workers; worker++) {
        muster.launch(WorkerApplication.class, Ports.free());
      }
      return muster;
    } catch (RuntimeException failed) {
      muster.close();
      throw failed;
    }
  }

  private void launch(Class<?> application, int listen) {
    Path log = temporal.folder().resolve(application.getSimpleName() + "-" + listen + ".log");
    Process process =
        Java.startServer(
            application,
            List.of("--server.port=" + listen, "--muster.temporal.address=" + temporal.address()),
            temporal.environment(),
            log);
    processes.push(process);
    awaitReady(process, listen, log);
  }

  private static void awaitReady(Process process, int listen, Path log) {
    HttpRequest question =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:%d/actuator/health/readiness".formatted(listen)))
            .build();
    Instant end = Instant.now().plus(UP_WITHIN);
    try (HttpClient client = HttpClient.newHttpClient()) {
      while (!isReady(client, question)) {
        if (!process.isAlive() || Instant.now().isAfter(end)) {
          throw new IllegalStateException("did not get ready: " + question.uri() + tail(log));
        }
        Api.pause(LOOK_EVERY);
      }
    }
  }

  private static boolean isReady(HttpClient client, HttpRequest question) {
    try {
      HttpResponse<String> answer = client.send(question, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          && Json.text(Json.parse(answer.body()), "status").equals("UP");
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  /** The folder goes with the benchmark, so what matters of the log is told at once. */
  private static String tail(Path log) {
    try {
      List<String> lines = Files.readAllLines(log);
      return "\n" + String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    } catch (IOException unreadable) {
      return " (and its log cannot be read: " + unreadable.getMessage() + ")";
    }
  }

  @Override
  public String apiUrl() {
    return "http://127.0.0.1:" + port;
  }

  @Override
  public String databaseUrl() {
    return Optional.ofNullable(temporal.environment().get("MUSTER_DATABASE_URL")).orElseThrow();
  }

  @Override
  public String temporalAddress() {
    return temporal.address();
  }

  @Override
  public long cpuMillis() {
    return CpuTime.ofTreesMillis(all());
  }

  @Override
  public long memoryMegabytes() {
    return ResidentMemory.ofTreesMegabytes(all());
  }

  private List<ProcessHandle> all() {
    List<ProcessHandle> all = new ArrayList<>(temporal.processes());
    processes.forEach(process -> all.add(process.toHandle()));
    return all;
  }

  @Override
  public void close() {
    while (!processes.isEmpty()) {
      Java.stop(processes.pop());
    }
    temporal.close();
  }
}
