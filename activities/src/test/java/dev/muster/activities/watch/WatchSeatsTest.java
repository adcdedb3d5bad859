package dev.muster.activities.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.agent.Since;
import dev.muster.activities.fake.FakeAgent;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WatchSeatsTest {

  private static final ClusterName CLUSTER = new ClusterName("prod");
  private static final Duration LONG = Duration.ofSeconds(20);

  private final HttpAgentClient client = new HttpAgentClient(AgentClientSettings.DEFAULT);
  private final LongPolls polls = new LongPolls(client, Clock.systemUTC());
  private final NodeWatch watch = new NodeWatch(polls);
  private final FakeAgent agent = FakeAgent.start("n1");

  @AfterEach
  void close() {
    polls.close();
    client.close();
    agent.close();
  }

  @Test
  void newerWatchOfTheClusterEndsTheOneThatWasLeftBehind() throws Exception {
    CompletableFuture<List<NodeId>> leftBehind = watching();
    CompletableFuture<List<NodeId>> newer = start();

    assertThat(leftBehind.get(5, TimeUnit.SECONDS)).isEmpty();
    assertThat(polls.watches()).isOne();
    agent.status(NodeStatus.UNHEALTHY);
    assertThat(newer.get(5, TimeUnit.SECONDS)).containsExactly(new NodeId("n1"));
  }

  @Test
  void watchesOfOtherClustersGoOn() throws Exception {
    CompletableFuture<List<NodeId>> watched = watching();

    watch.watch(new ClusterName("other"), List::of, LONG, () -> {});

    assertThat(watched).isNotDone();
    assertThat(polls.watches()).isOne();
  }

  /** Returns when its seat is taken and its agent is asked. */
  private CompletableFuture<List<NodeId>> watching() {
    CompletableFuture<List<NodeId>> started = start();
    while (agent.requests("GET /v1/actions?since=1") == 0) {
      Thread.onSpinWait();
    }
    return started;
  }

  private CompletableFuture<List<NodeId>> start() {
    long cursor = client.snapshot(agent.agent(), Since.BEGINNING).found().orElseThrow().cursor();
    WatchedNode node = new WatchedNode(agent.agent(), Since.cursor(cursor), NodeStatus.UP);
    CompletableFuture<List<NodeId>> result = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try {
        result.complete(watch.watch(CLUSTER, () -> List.of(node), LONG, () -> {}));
      } catch (InterruptedException e) {
        result.completeExceptionally(e);
      }
    });
    return result;
  }
}
