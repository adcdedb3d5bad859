package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.muster.domain.action.ActionState;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NudgeTest {

  @TempDir Path folder;

  private final BlockingQueue<String> nudges = new LinkedBlockingQueue<>();
  private HttpServer muster;

  @BeforeEach
  void listen() throws Exception {
    muster = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    muster.createContext(
        "/nudge",
        exchange -> {
          nudges.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(202, -1);
          exchange.close();
        });
    muster.start();
  }

  @AfterEach
  void stop() {
    muster.stop(0);
  }

  @Test
  void tellsOfActionsThatMusterDidNotSendAndOfNoOthers() throws Exception {
    String url = "http://127.0.0.1:" + muster.getAddress().getPort() + "/nudge";
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--nudge", url)) {
      Caller caller = agent.caller();
      UUID own = caller.accepted("{\"kind\":\"test.ping\",\"origin\":\"core\"}");
      caller.until(own, ActionState.DONE);
      assertThat(nudges.poll(300, TimeUnit.MILLISECONDS)).isNull();
      caller.accepted("{\"kind\":\"test.ping\"}");
      assertThat(nudges.poll(10, TimeUnit.SECONDS)).isEqualTo("{\"nodes\":[\"n1\"]}");
    }
  }

  @Test
  void manyChangesAreFewNudges() throws Exception {
    String url = "http://127.0.0.1:" + muster.getAddress().getPort() + "/nudge";
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--nudge", url)) {
      Caller caller = agent.caller();
      long begin = System.nanoTime();
      UUID id = caller.accepted("{\"kind\":\"test.ping\"}");
      for (int i = 0; i < 100; i++) {
        id = caller.accepted("{\"kind\":\"test.ping\"}");
      }
      caller.until(id, ActionState.DONE);
      long tenths = (System.nanoTime() - begin) / 100_000_000;
      assertThat((long) nudges.size()).isLessThanOrEqualTo(tenths + 2);
    }
  }

  @Test
  void aNudgeThatFailsHoldsNothingUp() throws Exception {
    muster.stop(0);
    String url = "http://127.0.0.1:" + muster.getAddress().getPort() + "/nudge";
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--nudge", url)) {
      Caller caller = agent.caller();
      caller.until(caller.accepted("{\"kind\":\"test.ping\"}"), ActionState.DONE);
      caller.until(caller.accepted("{\"kind\":\"test.ping\"}"), ActionState.DONE);
    }
  }
}
