package dev.muster.records;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Fence;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.PlannedNode;
import dev.muster.domain.playbook.PlannedStage;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StageRules;
import dev.muster.domain.run.StepPlan;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.NewAction;
import dev.muster.records.actions.NewAction.OnCluster;
import dev.muster.records.actions.NewAction.OnNode;
import dev.muster.records.actions.StepRef;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.clusters.NewCluster;
import dev.muster.records.fences.CycleWrites;
import dev.muster.records.nodes.NewNode;
import dev.muster.records.runs.NewRun;
import dev.muster.records.runs.RunCreation;
import dev.muster.records.runs.RunOrigin;
import dev.muster.records.runs.RunWrites;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;

/** What tests put into the records: a cluster, nodes n-0000 and on, actions, runs. */
public final class RecordsFixture {

  public static final Instant T0 = Instant.parse("2026-11-21T10:00:00Z");
  public static final Actor ADA = Actor.user("ada");

  private final Records records;
  private final ClusterName cluster;

  private RecordsFixture(Records records, ClusterName cluster) {
    this.records = records;
    this.cluster = cluster;
  }

  /** Makes a cluster with so many nodes. */
  public static RecordsFixture cluster(Records records, String name, int nodes) {
    RecordsFixture fixture = new RecordsFixture(records, new ClusterName(name));
    records
        .clusters()
        .create(new NewCluster(fixture.cluster, ClusterSettings.DEFAULT, Map.of(), T0, "ada"));
    for (int i = 0; i < nodes; i++) {
      records.nodes().register(fixture.newNode(node(i)));
    }
    return fixture;
  }

  public static NodeId node(int index) {
    return new NodeId("n-%04d".formatted(index));
  }

  public static List<NodeId> nodes(int count) {
    return IntStream.range(0, count).mapToObj(RecordsFixture::node).toList();
  }

  public static Instant after(long seconds) {
    return T0.plusSeconds(seconds);
  }

  public ClusterName cluster() {
    return cluster;
  }

  public NewNode newNode(NodeId id) {
    return new NewNode(
        cluster,
        id,
        "http://127.0.0.1:7000",
        AgentProtocol.MUSTER_AGENT_V1,
        Optional.of("broker"),
        Map.of("rack", "a"),
        T0,
        "ada");
  }

  /** The first cycle of a new epoch. */
  public Fence fence() {
    return records.clusterFences().takeEpoch(cluster).orElseThrow().next();
  }

  /** Writes as a cycle does, in a new epoch. */
  public <T> T cycle(Function<CycleWrites, T> work) {
    return records.clusterFences().alone(fence(), work).written().orElseThrow();
  }

  /** An action of a person, ready to be scheduled. */
  public NewAction action(NodeId node, ActionState state, Instant createdAt) {
    return action(
        new ActionId(UUID.randomUUID()), node, state, Optional.empty(), List.of(), createdAt);
  }

  public NewAction waitingFor(NodeId node, List<ActionId> dependsOn) {
    return action(
        new ActionId(UUID.randomUUID()),
        node,
        ActionState.WAITING,
        Optional.empty(),
        dependsOn,
        T0);
  }

  /** The action of a run's step, with a derived id. */
  public NewAction step(StageKey stage, int step, NodeId node) {
    return action(
        ActionId.derived(stage, step, node, 1),
        node,
        ActionState.PENDING_SCHEDULE,
        Optional.of(new StepRef(stage, step, "step-" + step, 1)),
        List.of(),
        T0);
  }

  private NewAction action(
      ActionId id,
      NodeId node,
      ActionState state,
      Optional<StepRef> step,
      List<ActionId> dependsOn,
      Instant createdAt) {
    return new NewAction(
        id,
        cluster,
        Optional.of(node),
        new NewAction.Work(
            new ActionKind("test.success"),
            WireFormat.JSON.createObjectNode().put("text", "hello"),
            Map.of("cluster", cluster.value()),
            NewAction.CORE,
            "ada"),
        new NewAction.Terms(
            dependsOn,
            OnNode.WHEN_UP,
            OnCluster.SHARED,
            Optional.empty(),
            Optional.of(Duration.ofMinutes(1)),
            Optional.empty()),
        step,
        new NewAction.Entry(state, createdAt, ADA, "asked for"),
        ActionOutcome.NONE);
  }

  public static ActionChange change(ActionId id, ActionState from, ActionState to, Instant at) {
    return new ActionChange(id, from, to, at, Actor.agent("n"), "reported", ActionOutcome.NONE);
  }

  /** A run of two stages, each over all the nodes given; the second needs an approval. */
  public NewRun run(List<NodeId> nodes) {
    List<PlannedNode> seats = new ArrayList<>();
    nodes.forEach(node -> seats.add(new PlannedNode(node, 0)));
    RunPlan plan =
        new RunPlan(
            WireFormat.JSON.createObjectNode().put("service", "web"),
            List.of(
                new PlannedStage(
                    stage(0, "canary", StagePlan.Kind.FORWARD, Optional.empty()), seats),
                new PlannedStage(
                    stage(
                        1,
                        "rest",
                        StagePlan.Kind.FORWARD,
                        Optional.of(new ApprovalRule(1, List.of(), false, Duration.ofHours(1)))),
                    seats),
                new PlannedStage(
                    stage(2, "undo", StagePlan.Kind.ROLLBACK, Optional.empty()), List.of())),
            "hash-1");
    return new NewRun(
        new RunId(UUID.randomUUID()),
        cluster,
        "rolling-restart",
        1,
        WireFormat.JSON.createObjectNode().put("name", "rolling-restart"),
        plan,
        new RunOrigin("ada", "because", "T-1"),
        T0);
  }

  /** Records it, as the API does. */
  public RunCreation create(NewRun run) {
    return records.runs().create(run, entry("run.start", Optional.of(run.id())));
  }

  /** Records it, and gives it back. */
  public NewRun started(NewRun run) {
    create(run);
    return run;
  }

  /** Writes as a new execution of the run does. */
  public boolean moved(NewRun run, Function<RunWrites, Boolean> work) {
    long epoch = records.runFences().takeEpoch(run.id()).orElseThrow();
    return records.runFences().write(run.id(), epoch, work).written().orElseThrow();
  }

  public NewAuditEntry entry(String what, Optional<RunId> run) {
    return new NewAuditEntry(
        T0, "user:ada", what, Optional.of(cluster), run, Optional.empty(), Map.of("why", "tests"));
  }

  private static StagePlan stage(
      int index, String name, StagePlan.Kind kind, Optional<ApprovalRule> approval) {
    StepPlan step =
        new StepPlan(
            "step-0",
            new ActionKind("test.success"),
            WireFormat.JSON.createObjectNode(),
            Optional.empty(),
            Duration.ofMinutes(1),
            0,
            Duration.ZERO,
            Optional.empty());
    return new StagePlan(
        index,
        name,
        kind,
        approval,
        Optional.empty(),
        new StageRules(3, 2, List.of(), 1, 0, false, Optional.empty(), List.of()),
        List.of(step),
        StagePlan.OnFailure.STOP);
  }
}
