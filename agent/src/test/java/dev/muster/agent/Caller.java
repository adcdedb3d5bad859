package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.Problem;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Calls an agent as Muster does. */
final class Caller {

  private static final HttpClient HTTP =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final String base;

  Caller(String base) {
    this.base = base;
  }

  String base() {
    return base;
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(URI.create(base + path)).GET());
  }

  HttpResponse<String> post(String path, String body) {
    return send(
        HttpRequest.newBuilder(URI.create(base + path))
            .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8)));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(
          request.timeout(Duration.ofSeconds(70)).build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new AssertionError("no answer", failed);
    } catch (InterruptedException interrupted) {
      throw new AssertionError("interrupted", interrupted);
    }
  }

  AgentInfo info() {
    return read(get("/v1/info"), AgentInfo.class);
  }

  ActionSnapshot snapshot(long since) {
    return read(get("/v1/actions?since=" + since), ActionSnapshot.class);
  }

  ActionSnapshot await(long since, int seconds) {
    return read(
        get("/v1/actions?since=%d&wait=%d".formatted(since, seconds)), ActionSnapshot.class);
  }

  ActionReport action(UUID id) {
    return read(get("/v1/actions/" + id), ActionReport.class);
  }

  List<SubmissionAnswer> submit(String... actions) {
    HttpResponse<String> answer = post("/v1/actions", "[" + String.join(",", actions) + "]");
    return List.of(read(answer, SubmissionAnswer[].class));
  }

  /** Submits one that must be accepted. */
  UUID accepted(String action) {
    SubmissionAnswer answer = submit(action).getFirst();
    assertThat(answer.reason()).isEmpty();
    assertThat(answer.result()).isEqualTo(SubmissionAnswer.Verdict.ACCEPTED);
    return answer.id().orElseThrow();
  }

  /** Submits one that must be refused, and returns why. */
  String refused(String action) {
    SubmissionAnswer answer = submit(action).getFirst();
    assertThat(answer.result()).isEqualTo(SubmissionAnswer.Verdict.REFUSED);
    return answer.reason().orElseThrow();
  }

  HttpResponse<String> signal(UUID id, Signal signal) {
    return post("/v1/actions/" + id + "/signal", "{\"signal\":\"" + signal + "\"}");
  }

  /** Follows the agent until the action is in this state. */
  ActionReport until(UUID id, ActionState state) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    ActionReport report = action(id);
    long cursor = 0;
    while (report.state() != state) {
      assertThat(report.state().isFinal()).as("%s, which is to be %s", report, state).isFalse();
      assertThat(System.nanoTime()).as("%s, which is to be %s", report, state).isLessThan(end);
      cursor = await(cursor, 1).cursor();
      report = action(id);
    }
    return report;
  }

  /** Reads the log until it contains a text. */
  String untilPrinted(UUID id, String text) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    StringBuilder log = new StringBuilder();
    long offset = 0;
    while (log.indexOf(text) < 0) {
      assertThat(System.nanoTime()).as("log: %s", log).isLessThan(end);
      HttpResponse<String> chunk = get("/v1/actions/%s/log?offset=%d&wait=1".formatted(id, offset));
      assertThat(chunk.statusCode()).isEqualTo(200);
      log.append(chunk.body());
      offset = chunk.headers().firstValueAsLong("Muster-Log-Next").orElseThrow();
    }
    return log.toString();
  }

  Problem problem(HttpResponse<String> answer) {
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
    assertThat(answer.body()).doesNotContain("Exception").doesNotContain("\tat ");
    Problem problem = WireFormat.JSON.readValue(answer.body(), Problem.class);
    assertThat(problem.status()).isEqualTo(answer.statusCode());
    return problem;
  }

  static JsonNode payload(ActionReport report) {
    return report.payload().orElseThrow();
  }

  private static <T> T read(HttpResponse<String> answer, Class<T> type) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return WireFormat.JSON.readValue(answer.body(), type);
  }
}
