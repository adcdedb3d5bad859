package dev.muster.standalone.acceptance;

import dev.muster.standalone.api.ApiApplication;
import dev.muster.worker.WorkerApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** One API and some workers, each a process of its own, on a Temporal server on PostgreSQL. */
public final class Services implements MusterProcesses {

  private static final Duration READY_WITHIN = Duration.ofMinutes(2);

  private final Path folder;
  private final RealTemporal.Place place;
  private final Map<String, String> ofWorkers;
  private final Part api;
  private final List<Part> workers = new ArrayList<>();
  private final HttpClient http = HttpClient.newHttpClient();

  /** A process that can be killed and started again. */
  private static final class Part {
    private final Class<?> application;
    private final String name;
    private final int port;
    private Optional<JavaProcess> process = Optional.empty();

    Part(Class<?> application, String name, int port) {
      this.application = application;
      this.name = name;
      this.port = port;
    }
  }

  /**
   * Starts them, and returns when they answer.
   *
   * @param port of the API
   */
  public Services(Path folder, int port, int workers) {
    this(folder, port, workers, Map.of());
  }

  /**
   * The same, where workers have settings in their environment that the API does not have.
   *
   * @param port of the API
   */
  Services(Path folder, int port, int workers, Map<String, String> ofWorkers) {
    this.folder = folder;
    this.ofWorkers = ofWorkers;
    this.place = RealTemporal.shared().newPlace();
    this.api = new Part(ApiApplication.class, "api", port);
    for (int worker = 0; worker < workers; worker++) {
      this.workers.add(newWorker(WorkerApplication.class));
    }
    try {
      startAgain();
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private Part newWorker(Class<?> application) {
    return new Part(application, "worker-" + (workers.size() + 1), PortBlock.free());
  }

  @Override
  public void kill() {
    killApi();
    IntStream.range(0, workers.size()).forEach(this::killWorker);
  }

  @Override
  public void killSome(int dice) {
    switch (dice % (workers.size() + 2)) {
      case 0 -> kill();
      case 1 -> killApi();
      default -> killWorker(dice % (workers.size() + 2) - 2);
    }
  }

  @Override
  public void killDatabase() {
    RealTemporal.shared().kill(RealTemporal.Part.MUSTER_POSTGRES);
  }

  @Override
  public void beginAgain() {
    RealTemporal.shared().start(RealTemporal.Part.MUSTER_POSTGRES);
    parts().filter(part -> part.process.isEmpty()).forEach(this::launch);
  }

  @Override
  public void awaitAnswers() {
    parts().forEach(this::awaitReady);
  }

  private Stream<Part> parts() {
    return Stream.concat(Stream.of(api), workers.stream());
  }

  public void killApi() {
    kill(api);
  }

  /** Starts the API; returns when it answers. */
  public void startApi() {
    launch(api);
    awaitReady(api);
  }

  public void killWorker(int index) {
    kill(workers.get(index));
  }

  /** Starts a worker that was killed; returns when it answers. */
  public void startWorker(int index) {
    launch(workers.get(index));
    awaitReady(workers.get(index));
  }

  /** Starts one more; returns when it answers. */
  public void addWorker() {
    addWorker(WorkerApplication.class);
  }

  /** Starts one more, by another main class; returns when it answers. */
  public void addWorker(Class<?> application) {
    workers.add(newWorker(application));
    startWorker(workers.size() - 1);
  }

  /** SIGTERM; how long it took. */
  public Duration stopWorker(int index) {
    return workers.get(index).process.orElseThrow().stop();
  }

  public int workers() {
    return workers.size();
  }

  /** The sum of a metric's samples in a worker that runs; 0 if it has none. */
  public double metric(int worker, String name) {
    return Metrics.sum(workers.get(worker).port, name);
  }

  @Override
  public Optional<TemporalCli> temporal() {
    return Optional.of(place.temporal());
  }

  @Override
  public EngineDoor engine() {
    return new EngineDoor(place.temporal().address(), place.temporal().namespace());
  }

  @Override
  public double metric(String name) {
    return parts().mapToDouble(part -> Metrics.sum(part.port, name)).sum();
  }

  private static void kill(Part part) {
    part.process.ifPresent(JavaProcess::kill);
    part.process = Optional.empty();
  }

  /** Everything that the API's process has in its heap, whether it still uses it or not. */
  void dumpHeapOfApi(Path file) {
    api.process.orElseThrow().dumpHeap(file);
  }

  private Map<String, String> environment(Part part) {
    Map<String, String> environment = new HashMap<>(part == api ? Map.of() : ofWorkers);
    environment.put("MUSTER_DATABASE_PASSWORD", place.password());
    environment.put("MUSTER_SIGNALS", "trusted");
    return environment;
  }

  private void launch(Part part) {
    part.process =
        Optional.of(
            JavaProcess.launch(
                part.application,
                folder.resolve(part.name + ".log"),
                List.of(
                    "--server.port=" + part.port,
                    "--muster.temporal.address=" + place.temporal().address(),
                    "--muster.temporal.namespace=" + place.temporal().namespace(),
                    "--muster.database.url=" + place.databaseUrl(),
                    "--muster.database.user=" + place.user()),
                environment(part)));
  }

  private void awaitReady(Part part) {
    Awaitility.await(part.name + " answers; see its log in " + folder)
        .atMost(READY_WITHIN)
        .pollInterval(Duration.ofMillis(50))
        .failFast(
            part.name + " ended; see its log in " + folder,
            () -> !part.process.map(JavaProcess::isAlive).orElse(false))
        .until(() ->
            get(part.port, "/actuator/health/readiness")
                .filter(answer -> answer.statusCode() == 200)
                .isPresent());
  }

  private Optional<HttpResponse<String>> get(int port, String path) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(port, path)))
            .timeout(Duration.ofSeconds(5))
            .build();
    try {
      return Optional.of(http.send(request, HttpResponse.BodyHandlers.ofString()));
    } catch (IOException away) {
      return Optional.empty();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    http.close();
    workers.forEach(part -> part.process.ifPresent(JavaProcess::close));
    api.process.ifPresent(JavaProcess::close);
  }
}
