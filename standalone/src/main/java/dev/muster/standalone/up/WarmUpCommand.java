package dev.muster.standalone.up;

import dev.muster.standalone.Ports;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.springframework.util.FileSystemUtils;
import picocli.CommandLine.Command;

/**
 * Starts everything on a folder of its own, asks the API a few things, lets a run of an agent that
 * is not there begin, and stops: what the launcher runs once after a build, so that the JVM can
 * keep the classes that a start and the first runs after it need in a cache.
 */
@Command(name = "warm-up", hidden = true)
public final class WarmUpCommand implements Callable<Integer> {

  private static final List<String> ASKED =
      List.of(
          "/v1/info",
          "/v1/clusters",
          "/v1/runs",
          "/v1/clusters/warm-up/nodes",
          "/v1/actions",
          "/actuator/health/readiness");
  private static final String RUN = "11111111-1111-4111-8111-111111111111";

  /** So that a few cycles find out that the agent is not there. */
  private static final Duration RUNS_FOR = Duration.ofSeconds(3);

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("muster-warm-up");
    try (Standalone standalone =
            Standalone.start(UpOptions.embedded(folder, Ports.free(), Ports.free()));
        HttpClient client = HttpClient.newHttpClient()) {
      Calls calls = new Calls(client, standalone.apiUrl());
      calls.post("/v1/clusters", "{'name': 'warm-up'}");
      calls.post(
          "/v1/clusters/warm-up/nodes",
          "{'id': 'n1', 'agent': 'http://127.0.0.1:%d'}".formatted(Ports.free()));
      calls.post(
          "/v1/playbooks",
          """
          {'apiVersion': 'muster/v1', 'kind': 'Playbook', 'metadata': {'name': 'warm-up'}, 'stages': [
            {'name': 'all', 'targets': {'select': ''}, 'steps': [{'name': 'ok', 'action': 'test.success'}]}]}
          """);
      calls.post(
          "/v1/clusters/warm-up/runs",
          "{'id': '%s', 'playbook': 'warm-up', 'reason': 'warm-up'}".formatted(RUN));
      Thread.sleep(RUNS_FOR);
      for (String path : ASKED) {
        calls.get(path);
      }
      calls.get("/v1/runs/" + RUN);
      calls.post("/v1/runs/" + RUN + "/cancel", "{}");
    } finally {
      FileSystemUtils.deleteRecursively(folder);
    }
    return 0;
  }

  /** What it takes to answer is what the cache is for: a refusal would be no training. */
  private record Calls(HttpClient client, String api) {

    void get(String path) throws IOException, InterruptedException {
      send(request(path));
    }

    void post(String path, String body) throws IOException, InterruptedException {
      send(
          request(path)
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"'))));
    }

    private HttpRequest.Builder request(String path) {
      return HttpRequest.newBuilder(URI.create(api + path));
    }

    private void send(HttpRequest.Builder request) throws IOException, InterruptedException {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() >= 400) {
        throw new IllegalStateException(answer.request() + ": " + answer.body());
      }
    }
  }
}
