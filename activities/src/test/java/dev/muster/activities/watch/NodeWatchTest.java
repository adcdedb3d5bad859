package dev.muster.activities.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.agent.Since;
import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.RawServer;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.WireFormat;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NodeWatchTest {

  private static final ClusterName CLUSTER = new ClusterName("prod");
  private static final Duration LONG = Duration.ofSeconds(20);

  private final HttpAgentClient client = new HttpAgentClient(AgentClientSettings.DEFAULT);
  private final LongPolls polls = new LongPolls(client, Clock.systemUTC());
  private final NodeWatch watch = new NodeWatch(polls);
  private final FakeAgent one = FakeAgent.start("n1");
  private final FakeAgent two = FakeAgent.start("n2");

  @AfterEach
  void close() {
    polls.close();
    client.close();
    one.close();
    two.close();
  }

  @Test
  void returnsTheNodeWhereAnActionEnds() throws Exception {
    ActionId id = give(one);
    CompletableFuture<List<NodeId>> watched = start(watched(one), watched(two));
    awaitPolls(one, two);

    Instant before = Instant.now();
    one.finish(id);

    assertThat(watched.get(5, TimeUnit.SECONDS)).containsExactly(new NodeId("n1"));
    assertThat(Duration.between(before, Instant.now())).isLessThan(Duration.ofSeconds(4));
  }

  @Test
  void nodesThatFinishTogetherAreGathered() throws Exception {
    ActionId first = give(one);
    ActionId second = give(two);
    NodeWatch patient = new NodeWatch(polls, Duration.ofSeconds(4));
    CompletableFuture<List<NodeId>> watched = start(patient, watched(one), watched(two));
    awaitPolls(one, two);

    one.finish(first);
    two.finish(second);

    assertThat(watched.get(5, TimeUnit.SECONDS))
        .containsExactly(new NodeId("n1"), new NodeId("n2"));
  }

  @Test
  void progressAloneIsHeldBackForCompany() throws Exception {
    ActionId id = give(one);
    CompletableFuture<List<NodeId>> watched = start(watched(one), watched(two));
    awaitPolls(one, two);

    Instant before = Instant.now();
    one.begin(id);

    assertThat(watched.get(5, TimeUnit.SECONDS)).containsExactly(new NodeId("n1"));
    assertThat(Duration.between(before, Instant.now())).isGreaterThan(Duration.ofMillis(300));
  }

  @Test
  void statusOfANodeIsNews() throws Exception {
    CompletableFuture<List<NodeId>> watched = start(watched(one), watched(two));
    awaitPolls(one, two);

    two.status(NodeStatus.UNHEALTHY);

    assertThat(watched.get(5, TimeUnit.SECONDS)).containsExactly(new NodeId("n2"));
  }

  @Test
  void returnsNothingWhenNothingHappens() throws Exception {
    assertThat(watch.watch(CLUSTER, () -> List.of(watched(one)), Duration.ofMillis(200), () -> {}))
        .isEmpty();
  }

  @Test
  void endsWhenThereIsNothingToLookAt() throws Exception {
    assertThat(watch.watch(CLUSTER, List::of, LONG, () -> {})).isEmpty();
    assertThat(polls.watches()).isZero();
  }

  @Test
  void looksAgainWhenACycleMovedItsClusterAndAtNoOther() throws Exception {
    ActionId id = give(two);
    List<WatchedNode> nodes = new CopyOnWriteArrayList<>(List.of(watched(one)));
    CompletableFuture<List<NodeId>> watched = start(watch, () -> List.copyOf(nodes));
    awaitPolls(one);
    nodes.add(watched(two));
    polls.moved(Optional.of(new ClusterName("other")));
    assertThat(polls.watches()).isOne();
    long before = two.requests("GET");

    polls.moved(Optional.of(CLUSTER));
    while (two.requests("GET") == before) {
      Thread.onSpinWait();
    }
    two.finish(id);

    assertThat(watched.get(5, TimeUnit.SECONDS)).containsExactly(new NodeId("n2"));
  }

  @Test
  void endsWhenACycleLeftNothingToLookAt() throws Exception {
    List<WatchedNode> nodes = new CopyOnWriteArrayList<>(List.of(watched(one)));
    CompletableFuture<List<NodeId>> watched = start(watch, () -> List.copyOf(nodes));
    awaitPolls(one);
    nodes.clear();

    polls.moved(Optional.empty());

    assertThat(watched.get(5, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void nextWatchJoinsThePollThatIsUnderWay() throws Exception {
    List<WatchedNode> nodes = List.of(watched(one));
    watch.watch(CLUSTER, () -> nodes, Duration.ofMillis(100), () -> {});
    awaitPolls(one);
    watch.watch(CLUSTER, () -> nodes, Duration.ofMillis(100), () -> {});

    assertThat(one.requests("GET /v1/actions?since=1&wait")).isEqualTo(1);
  }

  @Test
  void whatAPollBroughtNeedsNoFetching() throws Exception {
    ActionId id = give(one);
    WatchedNode node = watched(one);
    CompletableFuture<List<NodeId>> watched = start(node);
    awaitPolls(one);
    one.finish(id);
    watched.get(5, TimeUnit.SECONDS);

    Optional<Fetched> fresh =
        polls.fresh(CLUSTER, new NodeId("n1"), one.address(), node.since().cursor());

    assertThat(fresh.orElseThrow().snapshot().actions().getFirst().id()).isEqualTo(id.value());
    assertThat(polls.fresh(CLUSTER, new NodeId("n1"), one.address(), node.since().cursor() + 1))
        .isEmpty();
  }

  @Test
  void newsAreToldOnce() throws Exception {
    ActionId id = give(one);
    WatchedNode node = watched(one);
    one.finish(id);
    watch.watch(CLUSTER, () -> List.of(node), LONG, () -> {});

    polls.close();
    assertThat(watch.watch(CLUSTER, () -> List.of(watched(two)), Duration.ofMillis(50), () -> {}))
        .isEmpty();
  }

  @Test
  void abandonedWatchEndsItsRequests() throws Exception {
    try (RawServer silent = RawServer.start(out -> new CountDownLatch(1).await())) {
      WatchedNode node = new WatchedNode(silent.agent("n3"), Since.cursor(1), NodeStatus.UP);
      AtomicInteger beats = new AtomicInteger();
      Thread watcher =
          Thread.startVirtualThread(() -> {
            try {
              watch.watch(CLUSTER, () -> List.of(node), LONG, beats::incrementAndGet);
            } catch (InterruptedException e) {
              // expected
            }
          });
      watcher.interrupt();
      assertThat(watcher.join(Duration.ofSeconds(2))).isTrue();

      awaitEmpty();

      assertThat(polls.size()).isZero();
    }
  }

  @Test
  void heartbeatThatThrowsEndsTheWatch() {
    NodeWatch.Heartbeat cancelled =
        () -> {
          throw new IllegalStateException("cancelled");
        };

    assertThat(
            catchThrowable(
                () -> watch.watch(CLUSTER, () -> List.of(watched(one)), LONG, cancelled)))
        .hasMessage("cancelled");
  }

  private void awaitEmpty() {
    Instant end = Instant.now().plusSeconds(8);
    while (polls.size() > 0 && Instant.now().isBefore(end)) {
      Thread.onSpinWait();
    }
  }

  private CompletableFuture<List<NodeId>> start(WatchedNode... nodes) {
    return start(watch, nodes);
  }

  static CompletableFuture<List<NodeId>> start(NodeWatch watch, WatchedNode... nodes) {
    return start(watch, () -> List.of(nodes));
  }

  private static CompletableFuture<List<NodeId>> start(NodeWatch watch, NodeWatch.Nodes nodes) {
    CompletableFuture<List<NodeId>> result = new CompletableFuture<>();
    Thread.startVirtualThread(() -> {
      try {
        result.complete(watch.watch(CLUSTER, nodes, LONG, () -> {}));
      } catch (InterruptedException e) {
        result.completeExceptionally(e);
      }
    });
    return result;
  }

  static void awaitPolls(FakeAgent... agents) {
    for (FakeAgent agent : agents) {
      while (agent.requests("GET /v1/actions?since=") == 0
          || agent.requests("GET") - agent.requests("GET /v1/actions?since=0") == 0) {
        Thread.onSpinWait();
      }
    }
  }

  private WatchedNode watched(FakeAgent agent) {
    return watched(client, agent);
  }

  static WatchedNode watched(AgentClient client, FakeAgent agent) {
    long cursor = client.snapshot(agent.agent(), Since.BEGINNING).found().orElseThrow().cursor();
    return new WatchedNode(agent.agent(), Since.cursor(cursor), NodeStatus.UP);
  }

  private ActionId give(FakeAgent agent) {
    return give(client, agent);
  }

  static ActionId give(AgentClient client, FakeAgent agent) {
    ActionId id = new ActionId(UUID.randomUUID());
    client.submit(
        agent.agent(),
        List.of(
            new ActionSubmission(
                Optional.of(id.value()),
                "test.success",
                WireFormat.JSON.createObjectNode(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.of("core"),
                Optional.empty())));
    return id;
  }
}
