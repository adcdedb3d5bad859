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
      ActionSnapshot up = awaitStatus(caller, NodeStatus.UP);
      assertThat(up.info().statusReason()).isEmpty();
      status.set(500);
      ActionSnapshot unwell = caller.await(up.cursor(), 30);
      assertThat(unwell.info().status()).isEqualTo(NodeStatus.UNHEALTHY);
      assertThat(unwell.info().statusReason().orElseThrow()).contains("HTTP 500");
      node.stop(0);
      ActionSnapshot down = caller.await(unwell.cursor(), 30);
      assertThat(down.info().status()).isEqualTo(NodeStatus.NODE_DOWN);
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
        assertThat(poll.get(5, TimeUnit.SECONDS).cursor()).isGreaterThan(cursor);
      }
      assertThat(System.nanoTime() - begin).isLessThan(TimeUnit.SECONDS.toNanos(2));
    }
  }

  private static ActionSnapshot awaitStatus(Caller caller, NodeStatus status) {
    ActionSnapshot snapshot = caller.snapshot(0);
    while (snapshot.info().status() != status) {
      snapshot = caller.await(snapshot.cursor(), 5);
    }
    return snapshot;
  }
}
