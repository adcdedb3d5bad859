package dev.muster.activities.agent;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.Shortened;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The requests of one visit to an agent of the SDK, which share one deadline. */
final class SdkRequests {

  /** So long for one of them: a visit waits for its slowest answer. */
  private static final Duration EACH = Duration.ofSeconds(3);

  private final AgentHttp http;
  private final AgentEndpoint agent;
  private final Duration whole;
  private final long endNanos;

  SdkRequests(AgentHttp http, AgentEndpoint agent, Duration whole) {
    this.http = http;
    this.agent = agent;
    this.whole = whole;
    this.endNanos = System.nanoTime() + whole.toNanos();
  }

  AgentEndpoint agent() {
    return agent;
  }

  /** What was asked for, or the status that stands in its place. */
  sealed interface Found {

    /** It is there. */
    record There(JsonNode json) implements Found {}

    /** The agent answers with an error of its own. */
    record Not(int status, String reason) implements Found {}
  }

  /** Whether there is time for another request. */
  boolean hasTime() {
    return System.nanoTime() < endNanos;
  }

  /** An answer that may be an error of the agent. */
  AgentAnswer<Found> ask(String path) {
    return call("GET", path, Map.of()).then(http::exchange).then(this::found);
  }

  /** An answer that must be there. */
  AgentAnswer<JsonNode> get(String path) {
    return ask(path)
        .then(found ->
            switch (found) {
              case Found.There(JsonNode json) -> new AgentAnswer.Answered<>(json);
              case Found.Not(int status, String reason) ->
                  garbage("the agent answered %d to GET %s: %s".formatted(status, path, reason));
            });
  }

  AgentAnswer<Found> post(SdkDialect.Submission submission) {
    return call("POST", submission.path(), submission.headers())
        .then(call -> http.exchange(call, submission.body()))
        .then(this::found);
  }

  <T> AgentAnswer<T> garbage(String text) {
    return new AgentAnswer.Garbage<>(HttpFailures.at(agent, text));
  }

  private AgentAnswer<AgentHttp.Call> call(
      String method, String path, Map<String, String> headers) {
    Duration left = Duration.ofNanos(endNanos - System.nanoTime());
    if (!left.isPositive()) {
      return HttpFailures.late(agent, whole);
    }
    Duration each = http.patience(agent, left.compareTo(EACH) < 0 ? left : EACH);
    return new AgentAnswer.Answered<>(new AgentHttp.Call(agent, method, path, headers, each));
  }

  private AgentAnswer<Found> found(Reply reply) {
    if (reply.status() != 200) {
      return new AgentAnswer.Answered<>(new Found.Not(reply.status(), reason(reply)));
    }
    if (!reply.contentType().startsWith("application/json")) {
      return garbage(
          "the answer is '%s', not application/json; is this an agent of %s?"
              .formatted(Shortened.to(100, reply.contentType()), agent.protocol()));
    }
    return json(reply)
        .<AgentAnswer<Found>>map(json -> new AgentAnswer.Answered<>(new Found.There(json)))
        .orElseGet(() -> garbage("the answer cannot be read: it is no JSON"));
  }

  private static Optional<JsonNode> json(Reply reply) {
    try {
      return Optional.of(WireFormat.JSON.readTree(reply.body()));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** Why, as either generation says it. */
  private static String reason(Reply reply) {
    Optional<JsonNode> body = reply.contentType().contains("json") ? json(reply) : Optional.empty();
    return body.flatMap(SdkJson::failure)
        .map(failure ->
            failure.causes().isEmpty()
                ? failure.message()
                : failure.message() + ": " + String.join(": ", failure.causes()))
        .map(text -> Shortened.to(500, text))
        .orElse("no reason given");
  }

  /** Statuses of a request that would be refused again. */
  static final Set<Integer> REFUSALS = Set.copyOf(List.of(400, 413, 422));
}
