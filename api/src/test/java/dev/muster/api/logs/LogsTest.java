package dev.muster.api.logs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.log.LogBounds;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.logs.FetchedLog;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What actions printed, for who asks. */
final class LogsTest {

  private static final LogBounds BOUNDS = LogBounds.of(1 << 20);
  private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();
  private final Records records = api.records();
  private final String cluster = api.cluster(2);

  @Test
  void theLogOfAnActionIsTextAndEvents() {
    ActionId action = ended("node-1");
    keep(action, 0, "one\ntwo");

    Http.Answer text = http.get("/v1/actions/" + action + "/log");
    assertThat(text.status()).isEqualTo(200);
    assertThat(text.contentType()).startsWith("text/plain");
    assertThat(text.text()).isEqualTo("one\ntwo\n");

    String events = events("/v1/actions/" + action.toString().substring(0, 13) + "/log");
    assertThat(events).startsWith("event: log\ndata: ").contains("event: end\ndata: ");
    JsonNode part = data(events, 0);
    assertThat(part.path("node").asString()).isEqualTo("node-1");
    assertThat(part.path("at").asString()).isEqualTo("2026-11-21T10:00:00Z");
    assertThat(part.path("lines").get(0).toString()).isEqualTo("{\"offset\":0,\"line\":\"one\"}");
    assertThat(data(events, 1).path("lines").get(0).path("offset").asInt()).isEqualTo(4);
  }

  @Test
  void whatIsWantedMayStandInSeveralHeaders() {
    Http.Answer answer =
        http.send(
            http.request("/v1/actions/" + ended("node-1") + "/log")
                .header("Accept", "application/problem+json")
                .header("Accept", "text/event-stream")
                .GET());
    assertThat(answer.contentType()).startsWith("text/event-stream");
  }

  @Test
  void whatIsLeftOutIsSaidWhereItIsMissing() {
    ActionId action = ended("node-1");
    records.logFetching().append(new FetchedLog(action, 0, 0, bytes("head\n"), 5, none()), BOUNDS);
    records
        .logFetching()
        .append(new FetchedLog(action, 5, 1_000, bytes("tail\n"), 1_005, none()), BOUNDS);
    records.logFetching().complete(action, Instant.now());
    assertThat(http.get("/v1/actions/" + action + "/log").text())
        .isEqualTo("head\n[muster: 995 bytes of the log are left out here]\ntail\n");
    assertThat(events("/v1/actions/" + action + "/log")).contains("{\"offset\":5,\"leftOut\":995}");
  }

  @Test
  void aLogThatWillNotComeSaysWhy() {
    ActionId action = ended("node-1");
    records.logFetching().giveUp(List.of(action), "the agent no longer knows the action");
    String path = "/v1/actions/" + action + "/log?follow=true";
    assertThat(events(path)).contains("the agent no longer knows the action");
    ActionId later = ended("node-2");
    records.logFetching().postpone(List.of(later), Instant.now(), "connection refused");
    assertThat(http.get("/v1/actions/" + later + "/log").text())
        .contains("is not complete: connection refused; it is asked again");
    ActionId silent = action("node-1");
    finish(silent);
    assertThat(http.get("/v1/actions/" + silent + "/log").text()).isEmpty();
  }

  @Test
  void whoFollowsGetsEachLineAsItComesAndTheEnd() throws IOException {
    ActionId action = action("node-1");
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.setSoTimeout(30_000);
      socket
          .getOutputStream()
          .write(
              "GET /v1/actions/%s/log?follow=true HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .formatted(action)
                  .getBytes(StandardCharsets.US_ASCII));
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      awaitFollowed(action);
      append(action, 0, "fir");
      append(action, 3, "st\nsec");
      assertThat(dataLine(lines)).contains("{\"offset\":0,\"line\":\"first\"}");
      append(action, 9, "ond\n");
      assertThat(dataLine(lines)).contains("{\"offset\":6,\"line\":\"second\"}");
      records.logFetching().complete(action, Instant.now());
      finish(action);
      assertThat(dataLine(lines)).isEqualTo("data: {\"missing\":[]}");
    }
  }

  /** A reader that takes nothing keeps a few pieces here, and everybody else goes on. */
  @Test
  void aReaderThatTakesNothingHoldsUpNobody() throws IOException {
    ActionId action = ended("node-1");
    String line = "x".repeat(99) + "\n";
    String piece = line.repeat(10_000);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port())) {
      socket.setReceiveBufferSize(4096);
      socket
          .getOutputStream()
          .write(
              "GET /v1/actions/%s/log?follow=true HTTP/1.1\r\nHost: localhost\r\n\r\n"
                  .formatted(action)
                  .getBytes(StandardCharsets.US_ASCII));
      for (int i = 0; i < 20; i++) {
        append(action, (long) i * piece.length(), piece);
      }
      records.logFetching().complete(action, Instant.now());
      assertThat(http.get("/v1/actions/" + action + "/log").text())
          .endsWith(line)
          .contains("are left out here]");
    }
  }

  @Test
  void theLogsOfARunStandAfterNodeAndStep() {
    UUID run = run();
    ActionId first = step(run, "node-1", "install");
    ActionId second = step(run, "node-2", "install");
    ActionId third = step(run, "node-1", "check");
    for (ActionId each : List.of(first, second, third)) {
      want(each);
      keep(each, 0, "hello\nworld\n");
    }
    assertThat(http.get("/v1/runs/" + run + "/logs").text().lines())
        .containsExactly(
            "node-1 install | hello",
            "node-1 install | world",
            "node-2 install | hello",
            "node-2 install | world",
            "node-1 check | hello",
            "node-1 check | world");
    String events = events("/v1/runs/" + run + "/logs?follow=true");
    assertThat(events).contains("\"step\":\"check\"").endsWith("data: {\"missing\":[]}\n\n");
  }

  @Test
  void thereMustBeSuchAnActionOrRunAndTheAnswerMustBeWanted() {
    assertThat(http.get("/v1/actions/" + UUID.randomUUID() + "/log").problem())
        .isEqualTo("not-found");
    assertThat(http.get("/v1/runs/" + UUID.randomUUID() + "/logs").problem())
        .isEqualTo("not-found");
    assertThat(http.get("/v1/actions/" + ended("node-1") + "/log?follow=often").problem())
        .isEqualTo("bad-request");
  }

  private String events(String path) {
    Http.Answer answer = http.send(http.request(path).header("Accept", "text/event-stream").GET());
    assertThat(answer.contentType()).startsWith("text/event-stream");
    return answer.text();
  }

  private static JsonNode data(String events, int index) {
    return WireFormat.JSON.readTree(
        events.lines().filter(line -> line.startsWith("data: ")).toList().get(index).substring(6));
  }

  private static String dataLine(BufferedReader lines) throws IOException {
    String line = lines.readLine();
    while (!line.startsWith("data: ")) {
      line = lines.readLine();
    }
    return line;
  }

  private void awaitFollowed(ActionId action) {
    long end = System.nanoTime() + 30_000_000_000L;
    while (records.logFetching().followed(Instant.now(), 500).stream()
        .noneMatch(one -> one.action().equals(action))) {
      assertThat(System.nanoTime()).as("it is followed").isLessThan(end);
    }
  }

  private ActionId action(String node) {
    String id =
        http.post(
                "/v1/clusters/%s/nodes/%s/actions".formatted(cluster, node),
                "{\"kind\":\"test.ping\"}")
            .json()
            .path("id")
            .asString();
    sql("update actions set state = 'RUNNING', pushed_at = now() where id = '%s'", id);
    return ActionId.parse(id);
  }

  private ActionId ended(String node) {
    ActionId action = action(node);
    finish(action);
    want(action);
    return action;
  }

  private void finish(ActionId action) {
    sql("update actions set state = 'DONE', finished_at = now() where id = '%s'", action);
  }

  private void want(ActionId action) {
    records.actionLogs().want(List.of(action), Instant.now());
  }

  private UUID run() {
    String run =
        http.post(
                "/v1/clusters/" + cluster + "/runs",
                "{\"playbook\":\"rolling-restart\",\"params\":{\"service\":\"web\"}}")
            .json()
            .path("id")
            .asString();
    sql("update runs set state = 'Completed', finished_at = now() where id = '%s'", run);
    return UUID.fromString(run);
  }

  private ActionId step(UUID run, String node, String step) {
    ActionId action = action(node);
    finish(action);
    sql("update actions set run = '" + run + "', step = '" + step + "' where id = '%s'", action);
    return action;
  }

  private void keep(ActionId action, long start, String text) {
    append(action, start, text);
    records.logFetching().complete(action, Instant.now());
  }

  private void append(ActionId action, long start, String text) {
    byte[] bytes = bytes(text);
    assertThat(
            records
                .logFetching()
                .append(
                    new FetchedLog(
                        action, start, start, bytes, start + bytes.length, Optional.of(AT)),
                    BOUNDS))
        .isTrue();
  }

  private void sql(String text, Object value) {
    api.database().sql(text.formatted(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Optional<Instant> none() {
    return Optional.empty();
  }
}
