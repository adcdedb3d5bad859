package dev.muster.domain.clusteraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionNext.Ask;
import dev.muster.domain.clusteraction.ClusterActionNext.Await;
import dev.muster.domain.clusteraction.ClusterActionNext.ChildChange;
import dev.muster.domain.clusteraction.ClusterActionNext.Derive;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.ClusterActionView.Clocks;
import dev.muster.domain.clusteraction.ClusterActionView.Moment;
import dev.muster.domain.clusteraction.ClusterActionView.OpenChild;
import dev.muster.domain.clusteraction.ClusterActionView.Silent;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an action on a cluster does next, by the example of {@code cluster.check}. */
class ClusterActionDecisionTest {

  private static final ActionId ID = ActionId.derived("parent");
  private static final Instant T0 = Instant.parse("2026-03-02T08:00:00Z");

  private ActionState state = ActionState.RUNNING;
  private Optional<Duration> timeout = Optional.empty();
  private Duration suspended = Duration.ZERO;
  private Optional<String> cancelledBy = Optional.empty();
  private static final ActionKind PING = new ActionKind("test.ping");
  private ActionKind kind = ClusterCheck.KIND;

  @Test
  void derivesOneCheckForEachNodeButForThoseThatVanished() {
    Map<NodeId, NodeStatus> nodes = new TreeMap<>();
    nodes.put(new NodeId("n1"), NodeStatus.UP);
    nodes.put(new NodeId("n2"), NodeStatus.UNREACHABLE);
    nodes.put(new NodeId("n3"), NodeStatus.VANISHED);

    List<DerivedAction> actions = derived("{}", nodes);

    assertThat(actions)
        .extracting(DerivedAction::node)
        .containsExactly(new NodeId("n1"), new NodeId("n2"));
    assertThat(actions).extracting(DerivedAction::kind).containsOnly(new ActionKind("test.ping"));
    assertThat(actions).extracting(DerivedAction::timeout).containsOnly(Duration.ofMinutes(1));
    assertThat(actions).noneMatch(DerivedAction::bestEffort);
    assertThat(derived("{}", nodes)).as("the ids are the same again").isEqualTo(actions);
  }

  @Test
  void derivesWhatItsArgumentsSay() {
    String args =
        "{\"kind\": \"check.tcp\", \"args\": {\"address\": \"db:1\"}, \"timeout\": \"PT5S\", \"bestEffort\": true}";

    DerivedAction one = derived(args, Map.of(new NodeId("n1"), NodeStatus.UP)).getFirst();

    assertThat(one.kind()).isEqualTo(new ActionKind("check.tcp"));
    assertThat(one.args().path("address").asString()).isEqualTo("db:1");
    assertThat(one.timeout()).isEqualTo(Duration.ofSeconds(5));
    assertThat(one.bestEffort()).isTrue();
  }

  @Test
  void aClusterWithoutNodesIsDoneAtOnce() {
    End end = (End) next(new Moment.Beginning(json("{}"), Map.of(), Optional.empty()), T0);
    assertThat(end.state()).isEqualTo(ActionState.DONE);
    assertThat(end.why()).isEqualTo("the cluster has no nodes");
  }

  @Test
  void aKindThatThisVersionDoesNotKnowFails() {
    kind = new ActionKind("cluster.dance");
    End end = (End) next(new Moment.Beginning(json("{}"), Map.of(), Optional.empty()), T0);
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.why())
        .isEqualTo(
            "this version does not know cluster.dance (known: %s)".formatted(ClusterVerbs.names()));
  }

  @Test
  void waitsForWhatIsUnfinishedUntilItsTimeIsOver() {
    Await await = await(T0.plusSeconds(10), open("n1", ActionState.RUNNING), waiting("n2"));
    assertThat(await.reason().text()).isEqualTo("waits for 2 actions that it derived");
    assertThat(await.changes()).isEmpty();
    assertThat(await.asks()).isEmpty();
    assertThat(await.reviewAt()).contains(T0.plus(Duration.ofHours(1)));
  }

  @Test
  void cancellingEndsWhatNoAgentHasAndAsksTheOtherAgentsOnce() {
    cancelledBy = Optional.of("bob");
    Await await = await(T0, open("n1", ActionState.RUNNING), waiting("n2"), told("n3"), sent("n4"));
    assertThat(await.asks())
        .containsExactly(new Ask(child("n1"), Signal.CANCEL), new Ask(child("n4"), Signal.CANCEL));
    assertThat(await.changes())
        .containsExactly(
            new ChildChange(
                child("n2"),
                ActionState.PENDING_SCHEDULE,
                ActionState.CANCELLED,
                "the action that derived it was cancelled by bob"));
    assertThat(await.reason().text())
        .isEqualTo("stops: 4 actions that it derived have not ended yet");
  }

  @Test
  void theEndOfItsTimeStopsEverythingAndNotAMomentBefore() {
    timeout = Optional.of(Duration.ofMinutes(2));
    Instant end = T0.plus(Duration.ofMinutes(2));
    assertThat(await(end.minusMillis(1), open("n1", ActionState.RUNNING)).asks()).isEmpty();
    Await over = await(end, open("n1", ActionState.RUNNING), waiting("n2"));
    assertThat(over.asks()).containsExactly(new Ask(child("n1"), Signal.CANCEL));
    assertThat(over.changes().getFirst().why())
        .isEqualTo("the action that derived it has taken 120s, which is all its time");
    assertThat(over.reviewAt()).isEmpty();
  }

  @Test
  void itsTimeDoesNotRunWhileItIsSuspended() {
    timeout = Optional.of(Duration.ofMinutes(2));
    state = ActionState.SUSPENDED;
    Await held = await(T0.plus(Duration.ofDays(1)), waiting("n1"));
    assertThat(held.changes()).isEmpty();
    assertThat(held.reviewAt()).isEmpty();

    state = ActionState.RUNNING;
    suspended = Duration.ofDays(1);
    assertThat(await(T0.plus(Duration.ofDays(1)), waiting("n1")).reviewAt())
        .contains(T0.plus(Duration.ofDays(1)).plus(Duration.ofMinutes(2)));
  }

  @Test
  void whileItIsSuspendedWhatRunsIsHeldAndLaterResumed() {
    state = ActionState.SUSPENDED;
    Await held = await(T0, open("n1", ActionState.RUNNING), sent("n2"), held("n3"));
    assertThat(held.asks()).containsExactly(new Ask(child("n1"), Signal.SUSPEND));
    assertThat(held.reason().text())
        .isEqualTo("waits for 3 actions that it derived; it is suspended, and starts none of them");

    state = ActionState.RUNNING;
    Await resumed = await(T0, open("n1", ActionState.SUSPENDED), held("n3"));
    assertThat(resumed.asks())
        .as("n1 was suspended by somebody else")
        .containsExactly(new Ask(child("n3"), Signal.RESUME));
  }

  @Test
  void waitsForNoAgentThatIsSilentUnlessItMayHaveTheAction() {
    Silent silent = new Silent(NodeStatus.UNREACHABLE, T0, "connection refused");
    Await await =
        await(T0.plusSeconds(1), silent(waiting("n1"), silent), silent(sent("n2"), silent));
    assertThat(await.changes())
        .containsExactly(
            new ChildChange(
                child("n1"),
                ActionState.PENDING_SCHEDULE,
                ActionState.CANCELLED,
                "the node is UNREACHABLE since 2026-03-02T08:00:00Z: connection refused"));
    assertThat(await.reviewAt()).contains(T0.plus(Duration.ofMinutes(5)));

    Await later = await(T0.plus(Duration.ofMinutes(5)), silent(sent("n2"), silent));
    assertThat(later.changes()).extracting(ChildChange::to).containsExactly(ActionState.LOST);
  }

  @Test
  void anAgentThatNobodyHasAskedYetIsNotCalledSilent() {
    Silent unknown = new Silent(NodeStatus.UNKNOWN, T0, "its agent has not answered yet");
    assertThat(await(T0.plusSeconds(1), silent(waiting("n1"), unknown)).changes()).isEmpty();
    assertThat(await(T0.plus(Duration.ofMinutes(5)), silent(waiting("n1"), unknown)).changes())
        .hasSize(1);
  }

  private List<DerivedAction> derived(String args, Map<NodeId, NodeStatus> nodes) {
    return ((Derive) next(new Moment.Beginning(json(args), nodes, Optional.empty()), T0)).actions();
  }

  private Await await(Instant now, OpenChild... children) {
    return (Await) next(new Moment.Meanwhile(List.of(children)), now);
  }

  private ClusterActionNext next(Moment moment, Instant now) {
    return ClusterActionDecision.next(
        new ClusterActionView(
            ID,
            kind,
            state,
            new Clocks(T0, timeout, suspended),
            cancelledBy,
            Duration.ofMinutes(5),
            moment),
        now);
  }

  private static OpenChild open(String node, ActionState state) {
    return new OpenChild(
        child(node),
        new NodeId(node),
        PING,
        state,
        true,
        false,
        false,
        Optional.empty(),
        Optional.empty());
  }

  private static OpenChild waiting(String node) {
    return new OpenChild(
        child(node),
        new NodeId(node),
        PING,
        ActionState.PENDING_SCHEDULE,
        false,
        false,
        false,
        Optional.empty(),
        Optional.empty());
  }

  private static OpenChild sent(String node) {
    return open(node, ActionState.PENDING_SCHEDULE);
  }

  private static OpenChild told(String node) {
    return new OpenChild(
        child(node),
        new NodeId(node),
        PING,
        ActionState.RUNNING,
        true,
        true,
        false,
        Optional.empty(),
        Optional.empty());
  }

  private static OpenChild held(String node) {
    return new OpenChild(
        child(node),
        new NodeId(node),
        PING,
        ActionState.SUSPENDED,
        true,
        false,
        true,
        Optional.empty(),
        Optional.empty());
  }

  private static OpenChild silent(OpenChild one, Silent silent) {
    return new OpenChild(
        one.id(),
        one.node(),
        one.kind(),
        one.state(),
        one.sent(),
        one.toldToStop(),
        one.held(),
        Optional.of(silent),
        one.letGoAt());
  }

  private static ActionId child(String node) {
    return ActionId.derived("child", node);
  }

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text);
  }
}
