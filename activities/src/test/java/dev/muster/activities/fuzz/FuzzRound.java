package dev.muster.activities.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.Since;
import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.History;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.actions.ActionDetail;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import dev.muster.records.clusters.NewCluster;
import dev.muster.records.nodes.NewNode;
import dev.muster.records.nodes.NodeRecord;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

/** One cluster of damaged agents beside a good one, from its first cycle until all are well. */
final class FuzzRound implements AutoCloseable {

  private static final int OWN = 6;
  private static final int SDK = 4;
  private static final int CYCLES = 20;
  private static final int CYCLES_TO_RECOVER = 60;
  private static final NodeId GOOD = new NodeId("good");

  /** A sentence for people, even of an agent that sends a book. */
  private static final int LONGEST_ERROR = 5_000;

  private final FuzzWorker worker;
  private final ClusterName cluster;
  private final Random random;
  private final FakeAgent good = FakeAgent.start(GOOD.value());
  private final Map<NodeId, FuzzedAgent> fuzzed = new LinkedHashMap<>();
  private final Map<NodeId, AgentProtocol> protocols = new LinkedHashMap<>();
  private final List<UUID> known = new CopyOnWriteArrayList<>();
  private final List<ActionId> ours = new ArrayList<>();
  private Fence fence;

  FuzzRound(FuzzWorker worker, int seed) {
    this.worker = worker;
    this.cluster = new ClusterName("fuzz-" + seed);
    this.random = new Random(seed);
    worker
        .records()
        .clusters()
        .create(
            new NewCluster(
                cluster, ClusterSettings.DEFAULT, Map.of(), worker.clock().instant(), "ada"));
    register(GOOD, good.address(), AgentProtocol.MUSTER_AGENT_V1);
    for (int i = 0; i < OWN + SDK; i++) {
      NodeId node = new NodeId("n" + i);
      Speech speech =
          i < OWN
              ? new Speech.Own(node.value(), new UUID(seed, i))
              : new Speech.OfSdk(node.value());
      FuzzedAgent agent = FuzzedAgent.start(speech, new Random(random.nextLong()), known);
      AgentProtocol protocol =
          i < OWN ? AgentProtocol.MUSTER_AGENT_V1 : AgentProtocol.REPLICANTE_V0;
      fuzzed.put(node, agent);
      protocols.put(node, protocol);
      register(node, agent.address(), protocol);
    }
    fence = worker.cycles().takeEpoch(cluster);
  }

  /** How many answers were damaged. */
  long play() {
    List<ActionId> goodOnes = prepareGood();
    fuzzed.keySet().forEach(node -> ours.add(action(node, ActionState.PENDING_SCHEDULE)));
    List<ActionDetail> before = goodOnes.stream().map(this::detail).toList();
    for (int i = 0; i < CYCLES; i++) {
      command();
      requireSound(cycle(List.of()));
      assertThat(goodOnes.stream().map(this::detail).toList()).isEqualTo(before);
      NodeRecord goodNode = node(GOOD);
      assertThat(goodNode.failures().lastError()).isEmpty();
      assertThat(goodNode.seen().status()).isEqualTo(NodeStatus.UP);
      fuzzed.values().forEach(FuzzedAgent::work);
    }
    callBeyondCycles();
    recover();
    good.finish(goodOnes.getFirst());
    cycle(List.of());
    assertThat(detail(goodOnes.getFirst()).action().state()).isEqualTo(ActionState.DONE);
    assertThat(History.problems(worker.database().dataSource(), cluster)).isEmpty();
    return fuzzed.values().stream().mapToLong(FuzzedAgent::fuzzed).sum();
  }

  /** Actions of the good node in different states: executing, done, waiting for somebody. */
  private List<ActionId> prepareGood() {
    ActionId done = action(GOOD, ActionState.PENDING_SCHEDULE);
    untilGoodHas(done);
    good.finish(done);
    cycle(List.of(GOOD));
    ActionId running = action(GOOD, ActionState.PENDING_SCHEDULE);
    untilGoodHas(running);
    good.begin(running);
    cycle(List.of(GOOD));
    List<ActionId> all = List.of(running, done, action(GOOD, ActionState.PENDING_APPROVE));
    all.forEach(id -> known.add(id.value()));
    assertThat(all)
        .extracting(id -> detail(id).action().state())
        .containsExactly(ActionState.RUNNING, ActionState.DONE, ActionState.PENDING_APPROVE);
    return all;
  }

  private void untilGoodHas(ActionId action) {
    for (int i = 0; i < CYCLES_TO_RECOVER && !good.held().contains(action); i++) {
      cycle(List.of(GOOD));
    }
  }

  /** Another action, or a person who cancels one. */
  private void command() {
    List<NodeId> nodes = List.copyOf(fuzzed.keySet());
    NodeId node = nodes.get(random.nextInt(nodes.size()));
    ours.add(action(node, ActionState.PENDING_SCHEDULE));
    if (random.nextInt(3) == 0) {
      ActionId id = ours.get(random.nextInt(ours.size()));
      fence = fence.next();
      requireSound(
          worker
              .cycles()
              .cycle(
                  new CycleRequest(
                      fence,
                      Trigger.COMMAND,
                      List.of(node),
                      List.of(
                          new ActionCommand(id, ActionCommand.Verb.CANCEL, "ada", "for a test")))));
    }
  }

  /** What other loops ask agents: polls, logs, signals. */
  private void callBeyondCycles() {
    fuzzed.forEach((node, agent) -> {
      AgentEndpoint endpoint =
          new AgentEndpoint(cluster, node, agent.address(), protocol(node).id());
      ActionId id = ours.getFirst();
      boolean isOwn = protocol(node) == AgentProtocol.MUSTER_AGENT_V1;
      for (int i = 0; i < 4; i++) {
        // Of an agent of the SDK it takes a second.
        if (isOwn || (i == 0 && random.nextInt(20) == 0)) {
          requireSentence(
              worker.client().watch(endpoint, Since.BEGINNING, Duration.ofSeconds(1)).error());
        }
        requireSentence(worker.client().signal(endpoint, id, Signal.CANCEL).error());
        if (isOwn) {
          requireSentence(worker.own().log(endpoint, id, i, Duration.ZERO).error());
        }
      }
    });
  }

  /** Nothing that was said stays in the way of what is so. */
  private void recover() {
    fuzzed.values().forEach(FuzzedAgent::heal);
    List<String> ill = List.of("not tried");
    for (int i = 0; i < CYCLES_TO_RECOVER && !ill.isEmpty(); i++) {
      fuzzed.values().forEach(FuzzedAgent::work);
      requireSound(cycle(List.of()));
      ill = new ArrayList<>();
      for (NodeId node : fuzzed.keySet()) {
        NodeRecord seen = node(node);
        if (seen.seen().status() != NodeStatus.UP || seen.failures().lastError().isPresent()) {
          ill.add("%s: %s %s".formatted(node, seen.seen().status(), seen.failures().lastError()));
        }
      }
      for (ActionId id : ours) {
        if (!detail(id).action().state().isFinal()) {
          ill.add(detail(id).toString());
        }
      }
    }
    assertThat(ill)
        .as("ill after %d cycles with agents that are well", CYCLES_TO_RECOVER)
        .isEmpty();
  }

  private void requireSound(CycleReport report) {
    report.notes().forEach(note -> requireSentence(Optional.of(note)));
    for (NodeId node : fuzzed.keySet()) {
      requireSentence(node(node).failures().lastError());
    }
  }

  private static void requireSentence(Optional<String> text) {
    assertThat(text.orElse("fine"))
        .doesNotContainIgnoringCase("exception")
        .doesNotContain("\tat ")
        .hasSizeLessThan(LONGEST_ERROR);
  }

  private CycleReport cycle(List<NodeId> nodes) {
    fence = fence.next();
    return worker.cycles().cycle(new CycleRequest(fence, Trigger.INTERVAL, nodes, List.of()));
  }

  private ActionDetail detail(ActionId id) {
    return worker.records().actions().show(id).orElseThrow();
  }

  private NodeRecord node(NodeId id) {
    return worker.records().nodes().find(cluster, id).orElseThrow();
  }

  private AgentProtocol protocol(NodeId node) {
    return Optional.ofNullable(protocols.get(node)).orElseThrow();
  }

  private void register(NodeId node, String address, AgentProtocol protocol) {
    worker
        .records()
        .nodes()
        .register(
            new NewNode(
                cluster,
                node,
                address,
                protocol,
                Optional.empty(),
                Map.of(),
                worker.clock().instant(),
                "ada"));
  }

  private ActionId action(NodeId node, ActionState state) {
    ActionId id = new ActionId(new UUID(random.nextLong(), random.nextLong()));
    known.add(id.value());
    NewAction action =
        new NewAction(
            id,
            cluster,
            Optional.of(node),
            new NewAction.Work(
                new ActionKind("test.success"),
                WireFormat.JSON.readTree("{\"text\":\"hello\"}"),
                Map.of(),
                NewAction.CORE,
                "ada"),
            new NewAction.Terms(
                List.of(),
                OnNode.EVEN_WHEN_DOWN,
                OnCluster.SHARED,
                Optional.empty(),
                Optional.of(Duration.ofMinutes(1)),
                Optional.of(Duration.ofHours(1))),
            Optional.empty(),
            new NewAction.Entry(state, worker.clock().instant(), Actor.user("ada"), "asked for"),
            ActionOutcome.NONE);
    worker.records().actions().insert(List.of(action));
    return id;
  }

  @Override
  public void close() {
    good.close();
    fuzzed.values().forEach(FuzzedAgent::close);
  }
}
