package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionSnapshot;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LongPollTest {

  @TempDir Path folder;

  @Test
  void endsWhenTheNodesStatusChanges() throws Exception {
    AtomicInteger status = new AtomicInteger(200);
    HttpServer node =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    node.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(status.get(), -1);
          exchange.close();
        });
    node.start();
    String config =
        TestAgent.config(
            folder,
            "{\"status\":{\"http\":\"http://127.0.0.1:%d/\",\"interval\":\"20ms\"}}"
                .formatted(node.getAddress().getPort()));
    try (TestAgent agent = TestAgent.start(folder.resolve("data"), "--config", config)) {
      Caller caller = agent.caller();
      ActionSnapshot up = awaitStatus(caller, caller.snapshot(0), NodeStatus.UP);
      assertThat(up.info().statusReason()).isEmpty();
      status.set(500);
      ActionSnapshot unwell = awaitStatus(caller, up, NodeStatus.UNHEALTHY);
      assertThat(unwell.info().statusReason().orElseThrow()).contains("HTTP 500");
      node.stop(0);
      ActionSnapshot down = awaitStatus(caller, unwell, NodeStatus.NODE_DOWN);
      assertThat(down.info().statusReason().orElseThrow()).contains("connection refused");
    }
  }

  @Test
  void oneChangeEndsThemAllSoon() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("data"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Caller caller = agent.caller();
      long cursor = caller.snapshot(0).cursor();
      List<Future<ActionSnapshot>> polls = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        polls.add(threads.submit(() -> caller.await(cursor, 30)));
      }
      while (!caller.get("/metrics").body().contains("muster_agent_waiting 100")) {
        assertThat(polls).noneMatch(Future::isDone);
      }
      caller.accepted("{\"kind\":\"test.ping\"}");
      long begin = System.nanoTime();
      for (Future<ActionSnapshot> poll : polls) {
        assertThat(poll.get(20, TimeUnit.SECONDS).cursor()).isGreaterThan(cursor);
      }
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(20));
    }
  }

  /** A poll may see a status an instant before its change has a number: then it ends once more. */
  private static ActionSnapshot awaitStatus(Caller caller, ActionSnapshot from, NodeStatus status) {
    ActionSnapshot snapshot = from;
    for (int i = 0; i < 5 && snapshot.info().status() != status; i++) {
      long begin = System.nanoTime();
      snapshot = caller.await(snapshot.cursor(), 30);
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(25));
    }
    assertThat(snapshot.info().status()).isEqualTo(status);
    return snapshot;
  }
}
