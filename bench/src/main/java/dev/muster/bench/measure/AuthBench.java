package dev.muster.bench.measure;

import dev.muster.bench.process.Deployment;
import dev.muster.bench.process.Muster;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.node.ObjectNode;

/**
 * What it costs to ask who calls: the same request with a token and without, in turns, so that what
 * else the machine does falls on both.
 */
public final class AuthBench {

  private static final int CALLERS = 4;
  private static final int WARM_UP = 6;
  private static final int ROUNDS = 20;
  private static final double MEDIAN = 0.5;
  private static final Duration ROUND = Duration.ofSeconds(1);

  private final Muster muster;
  private final HttpClient client;
  private final ExecutorService callers;

  private AuthBench(Muster muster, HttpClient client, ExecutorService callers) {
    this.muster = muster;
    this.client = client;
    this.callers = callers;
  }

  /**
   * What one way to ask cost, round by round.
   *
   * @param perSecond requests that were answered
   * @param cpu microseconds of Muster and its database for each
   */
  private record Way(HttpRequest request, List<Double> perSecond, List<Double> cpu) {

    Way(HttpRequest request) {
      this(request, new ArrayList<>(), new ArrayList<>());
    }
  }

  /**
   * Runs it with four callers on {@code GET /v1/clusters}.
   *
   * @return {@code without_…} and {@code with_…} of {@code per_s} and {@code cpu_us}, and of each
   *     {@code ratio_…}, with to without
   */
  public static Figures run(Deployment deployment) {
    try (Muster muster = Muster.start(deployment);
        HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      return new AuthBench(muster, client, callers).run();
    }
  }

  private Figures run() {
    HttpRequest.Builder list =
        HttpRequest.newBuilder(URI.create(muster.apiUrl() + ApiPath.of("clusters")));
    String token = token();
    Way without = new Way(list.copy().build());
    Way with = new Way(list.copy().header("Authorization", "Bearer " + token).build());
    for (int round = 0; round < WARM_UP + ROUNDS; round++) {
      boolean first = round % 2 == 0;
      ask(first ? without : with, round >= WARM_UP);
      ask(first ? with : without, round >= WARM_UP);
    }
    return new Figures()
        .put("without_per_s", Figures.quantile(without.perSecond(), MEDIAN))
        .put("with_per_s", Figures.quantile(with.perSecond(), MEDIAN))
        .put("without_cpu_us", Figures.quantile(without.cpu(), MEDIAN))
        .put("with_cpu_us", Figures.quantile(with.cpu(), MEDIAN))
        .ratio("ratio_per_s", "with_per_s", "without_per_s")
        .ratio("ratio_cpu", "with_cpu_us", "without_cpu_us");
  }

  private String token() {
    try (MusterApi api = new MusterApi(URI.create(muster.apiUrl()), "bench")) {
      api.post(ApiPath.of("clusters"), Json.object().put("name", "bench"));
      ObjectNode wanted = Json.object().put("name", "bench");
      wanted.putArray("roles").add("viewer");
      return Json.text(api.post(ApiPath.of("tokens"), wanted).json(), "token");
    }
  }

  /** One round, all callers at once. */
  private void ask(Way way, boolean counts) {
    long cpuBefore = muster.cpuMillis();
    Instant began = Instant.now();
    List<Future<Integer>> asked = new ArrayList<>();
    for (int caller = 0; caller < CALLERS; caller++) {
      asked.add(callers.submit(() -> askUntil(way.request(), began.plus(ROUND))));
    }
    long requests = asked.stream().mapToLong(AuthBench::counted).sum();
    double seconds = Duration.between(began, Instant.now()).toNanos() / 1e9;
    if (counts) {
      way.perSecond().add(requests / seconds);
      way.cpu().add(1_000.0 * (muster.cpuMillis() - cpuBefore) / requests);
    }
  }

  private int askUntil(HttpRequest request, Instant end) throws IOException, InterruptedException {
    int answered = 0;
    while (Instant.now().isBefore(end)) {
      int status = client.send(request, HttpResponse.BodyHandlers.ofByteArray()).statusCode();
      if (status != 200) {
        throw new IllegalStateException("%s: %d (expected: 200)".formatted(request.uri(), status));
      }
      answered++;
    }
    return answered;
  }

  private static int counted(Future<Integer> answered) {
    try {
      return answered.get();
    } catch (ExecutionException failed) {
      throw new IllegalStateException("a request failed: " + failed.getCause(), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }
}
