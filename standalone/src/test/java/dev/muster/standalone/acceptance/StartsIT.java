package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many runs at once, on one {@code muster up} as its launcher starts it. */
@Tag("deep")
final class StartsIT {

  private static final int RUNS = Integer.getInteger("muster.starts", 2_000);
  private static final int CALLERS = 64;
  private static final int REPEATED = 50;
  private static final long MOST_RESIDENT = 700L << 20;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void ofManyStartsAtOnceEachIsAcceptedAndThereOnceOrRefusedAndNowhere(@TempDir Path folder)
      throws Exception {
    AtomicReference<OneProcess> up = new AtomicReference<>();
    try (http;
        Installation muster = new Installation(folder, port -> launched(folder, port, up))) {
      muster.addCluster("prod");
      // Nobody listens there, and nobody needs to: every run waits for people.
      muster.addNode("prod", "n1", "http://127.0.0.1:9");
      muster.apply(
          """
          apiVersion: muster/v1
          kind: Playbook
          metadata: {name: asks}
          stages:
            - name: all
              targets: {nodes: [n1]}
              approval: {required: 1}
              steps: [{name: never, action: test.success}]
          """);

      List<String> ids = Stream.generate(() -> UUID.randomUUID().toString()).limit(RUNS).toList();
      Map<Integer, List<String>> answers = startAll(muster, ids);
      List<String> accepted = answers.getOrDefault(201, List.of());
      System.out.printf("answers to %d starts: %s%n", RUNS, counted(answers));

      assertThat(answers.keySet()).isSubsetOf(201, 503);
      assertThat(accepted).as("accepted").hasSizeGreaterThanOrEqualTo(RUNS - RUNS / 100);
      Awaitility.await("every accepted run waits for its approval, and no other is there")
          .atMost(Slack.on(Duration.ofMinutes(2)))
          .pollInterval(Duration.ofSeconds(2))
          .until(() -> waiting(muster).equals(sorted(accepted)));
      assertThat(startAll(muster, accepted.subList(0, REPEATED)).keySet()).containsExactly(200);
      assertThat(waiting(muster)).isEqualTo(sorted(accepted));
      long resident = up.get().resident();
      System.out.printf("%d runs are open, resident %d MB%n", accepted.size(), resident >> 20);
      assertThat(resident).isLessThan(MOST_RESIDENT);
    }
  }

  private static OneProcess launched(Path folder, int port, AtomicReference<OneProcess> up) {
    OneProcess process =
        new OneProcess(
            folder,
            port,
            TestedEngine.EMBEDDED,
            Map.of(
                "JAVA_TOOL_OPTIONS",
                ofLauncher("server_jvm=\\((.*)\\)"),
                "MALLOC_ARENA_MAX",
                ofLauncher("MALLOC_ARENA_MAX=(\\d+)")));
    up.set(process);
    return process;
  }

  private static String ofLauncher(String pattern) {
    try {
      Matcher found =
          Pattern.compile(pattern)
              .matcher(Files.readString(Path.of("").toAbsolutePath().resolveSibling("muster")));
      assertThat(found.find()).as(pattern).isTrue();
      return found.group(1);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ids by the status with which their start was answered. */
  private Map<Integer, List<String>> startAll(Installation muster, List<String> ids)
      throws Exception {
    Map<Integer, List<String>> answers = new HashMap<>();
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      Map<String, Future<Integer>> asked = new HashMap<>();
      for (String id : ids) {
        asked.put(id, callers.submit(() -> start(muster, id)));
      }
      for (Map.Entry<String, Future<Integer>> one : asked.entrySet()) {
        answers
            .computeIfAbsent(one.getValue().get(), status -> new ArrayList<>())
            .add(one.getKey());
      }
    }
    return answers;
  }

  private int start(Installation muster, String id) throws IOException, InterruptedException {
    HttpResponse<String> answer =
        http.send(
            HttpRequest.newBuilder(URI.create(muster.url() + "/v1/clusters/prod/runs"))
                .header("Content-Type", "application/json")
                .POST(
                    BodyPublishers.ofString(
                        "{\"id\": \"%s\", \"playbook\": \"asks\"}".formatted(id)))
                .build(),
            BodyHandlers.ofString());
    if (answer.statusCode() == 503) {
      assertThat(answer.headers().firstValue("Retry-After")).isPresent();
      assertThat(answer.body()).contains("nothing was changed");
    }
    return answer.statusCode();
  }

  /** Every run that there is, all of which wait for an approval; empty while one does not. */
  private static List<String> waiting(Installation muster) {
    List<String> ids = new ArrayList<>();
    for (var run : Json.items(muster.api().list(ApiPath.of("runs"), Integer.MAX_VALUE), "items")) {
      if (!Json.text(run, "state").equals("PendingApprove")) {
        return List.of();
      }
      ids.add(Json.text(run, "id"));
    }
    return sorted(ids);
  }

  private static List<String> sorted(List<String> ids) {
    return ids.stream().sorted().toList();
  }

  private static Map<Integer, Integer> counted(Map<Integer, List<String>> answers) {
    Map<Integer, Integer> counts = new TreeMap<>();
    answers.forEach((status, ids) -> counts.put(status, ids.size()));
    return counts;
  }
}
