package dev.muster.activities.fake;

import dev.muster.activities.agent.AgentClient;
import dev.muster.activities.agent.AgentClientSettings;
import dev.muster.activities.agent.HttpAgentClient;
import dev.muster.activities.agent.KnownCredentials;
import dev.muster.activities.agent.ProtocolRouter;
import dev.muster.activities.agent.SdkClient;
import dev.muster.activities.cycle.CycleActivitiesImpl;
import dev.muster.activities.cycle.CycleListener;
import dev.muster.activities.cycle.Recall;
import dev.muster.activities.cycle.TakenLimits;
import dev.muster.activities.playbook.PlaybookActivitiesImpl;
import dev.muster.activities.secret.Secrets;
import dev.muster.activities.steps.Steps;
import dev.muster.activities.watch.LongPolls;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.OpenedToken;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.ActionDetail;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import dev.muster.records.clusters.NewCluster;
import dev.muster.records.nodes.NewNode;
import dev.muster.records.nodes.NodeRecord;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.CycleRequest;
import dev.muster.workflows.contract.CycleRequest.Trigger;
import dev.muster.workflows.contract.PlaybookActivities;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A cluster of fake agents over a real database, with the activities of cycles and runs. */
public final class Scene implements AutoCloseable {

  public static final ClusterName CLUSTER = new ClusterName("prod");
  private static final Duration DEADLINE = Duration.ofMillis(700);

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final TestClock clock = new TestClock();
  private final RecordedSignals signals = new RecordedSignals();
  private final AgentClient client = client(clock, records);
  private final LongPolls polls = new LongPolls(client, clock);
  private final Steps steps = new Steps(records);
  private final CycleActivities cycles;
  private final CycleActivities elsewhere;
  private final PlaybookActivities runs;
  private final Map<NodeId, FakeAgent> agents = new LinkedHashMap<>();
  private Fence fence;

  private Scene(TakenLimits limits, Recall recall, Secrets secrets, Duration patience) {
    cycles = process(limits, recall, secrets, patience);
    elsewhere = process(limits, recall, secrets, patience);
    runs = new PlaybookActivitiesImpl(records, steps, signals, Optional::empty, clock);
    records
        .clusters()
        .create(new NewCluster(CLUSTER, ClusterSettings.DEFAULT, Map.of(), clock.instant(), "ada"));
    fence = cycles.takeEpoch(CLUSTER);
  }

  private static AgentClient client(Clock clock, Records records) {
    AgentClientSettings settings = AgentClientSettings.DEFAULT.withDeadline(DEADLINE);
    return new ProtocolRouter(
        Map.of(
            AgentProtocol.MUSTER_AGENT_V1,
            new HttpAgentClient(settings),
            AgentProtocol.REPLICANTE_V0,
            SdkClient.of(AgentProtocol.REPLICANTE_V0, settings, clock)),
        (call, answer, took) -> {},
        new KnownCredentials(
            records.agentCredentials(), (cluster, node, sealed) -> new OpenedToken.Plain(sealed)));
  }

  private CycleActivities process(
      TakenLimits limits, Recall recall, Secrets secrets, Duration patience) {
    return CycleActivitiesImpl.of(
        new CycleActivitiesImpl.Parts(
            records,
            new CycleActivitiesImpl.Agents(client, polls, 64, limits, patience),
            signals,
            steps,
            Optional::empty,
            clock,
            new CycleActivitiesImpl.Shown(() -> () -> {}, CycleListener.NONE),
            secrets,
            recall));
  }

  /** With an agent for each node, none of which was visited yet. */
  public static Scene of(String... nodes) {
    return of(TakenLimits.DEFAULT, nodes);
  }

  /** Takes as much from one agent as these limits say. */
  public static Scene of(TakenLimits limits, String... nodes) {
    return of(limits, Recall.CHECKED, Secrets.NONE, Duration.ZERO, nodes);
  }

  /** Remembers what this says; what is remembered is checked by all other scenes. */
  public static Scene of(Recall recall, String... nodes) {
    return of(TakenLimits.DEFAULT, recall, Secrets.NONE, Duration.ZERO, nodes);
  }

  /** Its workers know these secrets. */
  public static Scene of(Secrets secrets, String... nodes) {
    return of(TakenLimits.DEFAULT, Recall.CHECKED, secrets, Duration.ZERO, nodes);
  }

  /** Its cycles wait so long for what agents say soon after them. */
  public static Scene of(Duration patience, String... nodes) {
    return of(TakenLimits.DEFAULT, Recall.CHECKED, Secrets.NONE, patience, nodes);
  }

  private static Scene of(
      TakenLimits limits, Recall recall, Secrets secrets, Duration patience, String... nodes) {
    Scene scene = new Scene(limits, recall, secrets, patience);
    for (String node : nodes) {
      FakeAgent agent = FakeAgent.start(node);
      scene.agents.put(new NodeId(node), agent);
      scene.register(node, agent.address());
    }
    return scene;
  }

  /** Adds or moves a node. */
  public void register(String node, String address) {
    register(node, address, AgentProtocol.MUSTER_AGENT_V1);
  }

  /** Adds or moves a node whose agent speaks a protocol. */
  public void register(String node, String address, AgentProtocol protocol) {
    records
        .nodes()
        .register(
            new NewNode(
                CLUSTER,
                new NodeId(node),
                address,
                protocol,
                Optional.of("broker"),
                Map.of("port", "8080"),
                clock.instant(),
                "ada"));
  }

  public Records records() {
    return records;
  }

  public TestClock clock() {
    return clock;
  }

  public RecordedSignals signals() {
    return signals;
  }

  public CycleActivities cycles() {
    return cycles;
  }

  public PlaybookActivities runs() {
    return runs;
  }

  public LongPolls polls() {
    return polls;
  }

  public FakeAgent agent(String node) {
    return Optional.ofNullable(agents.get(new NodeId(node))).orElseThrow();
  }

  public Map<NodeId, FakeAgent> agents() {
    return agents;
  }

  /** The fence of the last cycle. */
  public Fence fence() {
    return fence;
  }

  /** A cycle over all nodes by a process that takes the cluster over. */
  public CycleReport takeOver() {
    fence = cycles.takeEpoch(CLUSTER);
    return cycle();
  }

  /** A cycle over all nodes. */
  public CycleReport cycle() {
    return cycle(Trigger.INTERVAL, List.of(), List.of());
  }

  /** A cycle over all nodes by another process, which remembers what it has seen itself. */
  public CycleReport cycleElsewhere() {
    fence = fence.next();
    return elsewhere.cycle(new CycleRequest(fence, Trigger.INTERVAL, List.of(), List.of()));
  }

  public CycleReport command(ActionId action, ActionCommand.Verb verb, String by) {
    return cycle(
        Trigger.COMMAND, List.of(), List.of(new ActionCommand(action, verb, by, "for a test")));
  }

  public CycleReport cycle(Trigger trigger, List<NodeId> nodes, List<ActionCommand> commands) {
    fence = fence.next();
    return cycles.cycle(new CycleRequest(fence, trigger, nodes, commands));
  }

  /** An action of a person. */
  public ActionId action(String node, ActionState state, ActionId... dependsOn) {
    return action(node, state, "test.success", "{\"text\":\"hello\"}", dependsOn);
  }

  /** An action of a kind. */
  public ActionId action(
      String node, ActionState state, String kind, String args, ActionId... dependsOn) {
    NewAction action =
        new NewAction(
            new ActionId(UUID.randomUUID()),
            CLUSTER,
            Optional.of(new NodeId(node)),
            new NewAction.Work(
                new ActionKind(kind),
                WireFormat.JSON.readTree(args),
                Map.of(),
                NewAction.CORE,
                "ada"),
            new NewAction.Terms(
                List.of(dependsOn),
                OnNode.WHEN_UP,
                OnCluster.SHARED,
                Optional.empty(),
                Optional.of(Duration.ofMinutes(1)),
                Optional.of(Duration.ofHours(1))),
            Optional.empty(),
            new NewAction.Entry(state, clock.instant(), Actor.user("ada"), "asked for"),
            ActionOutcome.NONE);
    records.actions().insert(List.of(action));
    return action.id();
  }

  public ActionRecord show(ActionId id) {
    return detail(id).action();
  }

  public ActionDetail detail(ActionId id) {
    return records.actions().show(id).orElseThrow();
  }

  public ActionState state(ActionId id) {
    return show(id).state();
  }

  public NodeRecord node(String node) {
    return records.nodes().find(CLUSTER, new NodeId(node)).orElseThrow();
  }

  public TestDatabase database() {
    return database;
  }

  @Override
  public void close() {
    polls.close();
    client.close();
    agents.values().forEach(FakeAgent::close);
    database.close();
  }
}
