package dev.muster.cli.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.cli.StubServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class MusterApiTest {
  @Test
  void aServerThatStallsInTheMiddleOfAnAnswerIsGivenUp() {
    try (StubServer server = StubServer.start();
        MusterApi api = new MusterApi(server.uri(), "ada", Duration.ofMillis(200))) {
      server.on(
          "GET /v1/info",
          exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
          });
      assertThatThrownBy(() -> api.get(ApiPath.of("info")))
          .isInstanceOf(ApiFailure.class)
          .hasMessageContaining("No answer from " + server.uri());
    }
  }

  @Test
  void aStreamThatGoesSilentIsMadeAgain() throws InterruptedException {
    try (StubServer server = StubServer.start();
        MusterApi api = new MusterApi(server.uri(), "ada")) {
      server.on(
          "GET /v1/runs/x/events",
          exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange
                .getResponseBody()
                .write(":\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
          });
      try (EventStream stream =
          EventStream.open(api, ApiPath.of("runs", "x", "events"), Duration.ofMillis(150))) {
        assertThat(next(stream)).isEqualTo(new StreamSignal.Connected());
        assertThat(next(stream)).isEqualTo(new StreamSignal.Lost("the server went silent"));
        assertThat(next(stream)).isEqualTo(new StreamSignal.Connected());
      }
    }
  }

  @Test
  void whatIsNoStreamOfEventsIsRefusedAndNotAskedForAgainAndAgain() throws InterruptedException {
    List<String> accepted = new CopyOnWriteArrayList<>();
    try (StubServer server = StubServer.start();
        MusterApi api = new MusterApi(server.uri(), "ada")) {
      server.on(
          "GET /v1/actions/x/log",
          exchange -> {
            accepted.addAll(exchange.getRequestHeaders().get("Accept"));
            exchange.getResponseHeaders().set("Content-Type", "text/plain");
            exchange.sendResponseHeaders(200, -1);
          });
      try (EventStream stream =
          EventStream.open(api, ApiPath.of("actions", "x", "log"), Duration.ofSeconds(5))) {
        assertThat(next(stream))
            .isInstanceOfSatisfying(
                StreamSignal.Refused.class,
                refused ->
                    assertThat(refused.failure().line())
                        .contains(
                            "answers /v1/actions/x/log with text/plain where events were asked for"));
      }
      assertThat(accepted).containsExactly("text/event-stream, application/problem+json");
    }
  }

  @Test
  void eventsArePutTogetherFromTheirLines() {
    EventParser parser = new EventParser();
    assertThat(parser.line(": comment")).isEmpty();
    assertThat(parser.line("")).isEmpty();
    assertThat(parser.line("event:run")).isEmpty();
    assertThat(parser.line("data: a")).isEmpty();
    assertThat(parser.line("data:  b")).isEmpty();
    assertThat(parser.line("")).contains(new StreamSignal.Event("run", "a\n b"));
    assertThat(parser.line("data")).isEmpty();
    assertThat(parser.line("")).contains(new StreamSignal.Event("message", ""));
  }

  @Test
  void piecesOfAPathAreEncoded() {
    assertThat(ApiPath.of("clusters", "a b/ü").with("q", "x&y=z").with("none", Optional.empty()))
        .hasToString("/v1/clusters/a%20b%2F%C3%BC?q=x%26y%3Dz");
  }

  private static StreamSignal next(EventStream stream) throws InterruptedException {
    Optional<StreamSignal> signal = Optional.empty();
    while (signal.isEmpty()) {
      signal = stream.next(Duration.ofMillis(50));
    }
    return signal.get();
  }
}
