package dev.muster.activities.watch;

import static dev.muster.activities.watch.NodeWatchTest.awaitPolls;
import static dev.muster.activities.watch.NodeWatchTest.give;
import static dev.muster.activities.watch.NodeWatchTest.start;
import static dev.muster.activities.watch.NodeWatchTest.watched;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.agent.Since;
import dev.muster.activities.fake.FakeAgent;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Watches over nodes of which nothing is expected to be heard. */
final class SilentNodesTest {

  private static final ClusterName CLUSTER = new ClusterName("prod");

  @AutoClose
  private final HttpAgentClient client = new HttpAgentClient(AgentClientSettings.DEFAULT);

  @AutoClose private final LongPolls polls = new LongPolls(client, Clock.systemUTC());
  @AutoClose private final FakeAgent one = FakeAgent.start("n1");
  @AutoClose private final FakeAgent two = FakeAgent.start("n2");
  private final NodeWatch watch = new NodeWatch(polls);

  @Test
  void agentThatFallsSilentIsNewsOnce() throws Exception {
    CompletableFuture<List<NodeId>> watched =
        start(watch, watched(client, one), watched(client, two));
    awaitPolls(one, two);

    one.close();

    assertThat(watched.get(5, TimeUnit.SECONDS)).containsExactly(new NodeId("n1"));
    assertThat(watch.watch(CLUSTER, () -> List.of(silent(one)), Duration.ofSeconds(1), () -> {}))
        .isEmpty();
  }

  @Test
  void nodeThatVanishedIsNewsOnlyWhenAnActionEnds() throws Exception {
    ActionId id = give(client, one);
    long cursor = watched(client, one).since().cursor();
    WatchedNode vanished = new WatchedNode(one.agent(), Since.cursor(cursor), NodeStatus.VANISHED);
    assertThat(watch.watch(CLUSTER, () -> List.of(vanished), Duration.ofSeconds(1), () -> {}))
        .isEmpty();
    CompletableFuture<List<NodeId>> watched = start(watch, vanished);

    one.finish(id);

    assertThat(watched.get(5, TimeUnit.SECONDS)).containsExactly(new NodeId("n1"));
  }

  @Test
  void agentThatWasAwayForAMomentIsFoundAgainInAMoment() throws Exception {
    one.close();
    CompletableFuture<List<NodeId>> watched = start(watch, silent(one), watched(client, two));
    awaitPolls(two);
    assertThat(catchThrowable(() -> watched.get(1_200, TimeUnit.MILLISECONDS)))
        .isInstanceOf(TimeoutException.class);

    Instant back = Instant.now();
    try (FakeAgent again = FakeAgent.start("n1", one.port())) {
      assertThat(watched.get(5, TimeUnit.SECONDS)).containsExactly(again.agent().node());
    }

    assertThat(Duration.between(back, Instant.now())).isLessThan(Duration.ofMillis(1_500));
  }

  private static WatchedNode silent(FakeAgent agent) {
    return new WatchedNode(agent.agent(), Since.cursor(1), NodeStatus.UNREACHABLE);
  }
}
