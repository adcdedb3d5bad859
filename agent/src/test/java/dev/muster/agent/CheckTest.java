package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.ActionReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CheckTest {

  @TempDir Path folder;

  private TestAgent agent;
  private Caller caller;
  private HttpServer server;
  private final AtomicInteger requests = new AtomicInteger();

  @BeforeEach
  void start() throws Exception {
    agent = TestAgent.start(folder.resolve("data"), "--allow", "test");
    caller = agent.caller();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          int status = requests.incrementAndGet() <= 3 ? 503 : 200;
          byte[] body = "{\"role\":\"leader\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    agent.close();
    server.stop(0);
  }

  @Test
  void looksUntilItHolds() {
    UUID id = http("\"interval\":\"20ms\"", "");
    ActionReport report = caller.until(id, ActionState.DONE);
    assertThat(Caller.payload(report).get("attempts").intValue()).isEqualTo(4);
    assertThat(Caller.payload(report).get("status").intValue()).isEqualTo(200);
    assertThat(Caller.payload(report).at("/json/role").stringValue()).isEqualTo("leader");
    assertThat(caller.get("/v1/actions/" + id + "/log").body())
        .contains("HTTP 503")
        .contains("HTTP 200");
  }

  @Test
  void mayAskForSeveralSuccessesInARow() {
    ActionReport report =
        caller.until(http("\"interval\":\"10ms\",\"successes\":5", ""), ActionState.DONE);
    assertThat(Caller.payload(report).get("attempts").intValue()).isEqualTo(8);
  }

  @Test
  void saysWhatItSawLastWhenItsTimeIsOver() {
    UUID id = http("\"interval\":\"20ms\",\"contains\":\"follower\"", ",\"timeoutMs\":400");
    assertThat(caller.until(id, ActionState.FAILED).error().orElseThrow().message())
        .contains("did not hold in time")
        .contains("HTTP 200 without 'follower' in the body");
  }

  @Test
  void isNotHeldUpByAServerThatNeverEndsItsAnswer() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> dribble(silent));
      UUID id =
          caller.accepted(
              """
              {"kind": "check.http", "timeoutMs": 700,
               "args": {"url": "http://127.0.0.1:%d/", "tryTimeout": "200ms", "interval": "10ms"}}
              """
                  .formatted(silent.getLocalPort()));
      assertThat(caller.until(id, ActionState.FAILED).error().orElseThrow().message())
          .contains("no whole answer within 200ms");
    }
  }

  @Test
  void endsAtOnceWhenItIsCancelledWhileItLooks() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      UUID id =
          caller.accepted(
              "{\"kind\":\"check.http\",\"args\":{\"url\":\"http://127.0.0.1:%d/\",\"tryTimeout\":\"1h\"}}"
                  .formatted(silent.getLocalPort()));
      silent.accept();
      assertThat(caller.signal(id, Signal.CANCEL).statusCode()).isEqualTo(202);
      caller.until(id, ActionState.CANCELLED);
    }
  }

  @Test
  void looksWhetherAPortAnswers() throws Exception {
    int port = server.getAddress().getPort();
    caller.until(
        caller.accepted(
            "{\"kind\":\"check.tcp\",\"args\":{\"address\":\"127.0.0.1:%d\"}}".formatted(port)),
        ActionState.DONE);
    int closed;
    try (ServerSocket socket = new ServerSocket(0)) {
      closed = socket.getLocalPort();
    }
    UUID id =
        caller.accepted(
            "{\"kind\":\"check.tcp\",\"timeoutMs\":100,\"args\":{\"address\":\"127.0.0.1:%d\"}}"
                .formatted(closed));
    assertThat(caller.until(id, ActionState.FAILED).error().orElseThrow().message())
        .contains("connection refused");
  }

  @Test
  void looksByACommand() throws Exception {
    Path flag = folder.resolve("flag");
    UUID id =
        caller.accepted(
            """
            {"kind": "check.command",
             "args": {"argv": ["test", "-e", "%s"], "interval": "20ms"}}
            """
                .formatted(flag));
    caller.untilPrinted(id, "exit code 1");
    Files.createFile(flag);
    assertThat(Caller.payload(caller.until(id, ActionState.DONE)).get("exitCode").intValue())
        .isZero();
  }

  private UUID http(String args, String more) {
    return caller.accepted(
        "{\"kind\":\"check.http\",\"args\":{\"url\":\"http://127.0.0.1:%d/\",%s}%s}"
            .formatted(server.getAddress().getPort(), args, more));
  }

  private static void dribble(ServerSocket server) {
    try {
      while (true) {
        Socket socket = server.accept();
        Thread.ofVirtual().start(() -> dribble(socket));
      }
    } catch (IOException closed) {
      // the test is over
    }
  }

  /** A header without end: each byte comes in time, the whole never. */
  private static void dribble(Socket socket) {
    try (socket) {
      socket.getOutputStream().write("HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.US_ASCII));
      while (true) {
        socket.getOutputStream().write('x');
        LockSupport.parkNanos(20_000_000);
      }
    } catch (IOException closed) {
      // the agent gave up
    }
  }
}
