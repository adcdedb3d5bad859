package dev.muster.domain.clusteraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.ClusterActionView.Clocks;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.ClusterActionView.Moment;
import dev.muster.domain.clusteraction.ClusterActionView.NodeStanding;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.rollout.Attempt.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What comes of an action on a cluster, by the example of {@code cluster.check}. */
class ClusterActionEndTest {

  private static final Instant T0 = Instant.parse("2026-03-02T08:00:00Z");

  private Optional<Duration> timeout = Optional.empty();
  private Optional<String> cancelledBy = Optional.empty();

  @Test
  void succeedsWhenEveryNodeIsWell() {
    End end = over(done("n1"), done("n2"));
    assertThat(end.state()).isEqualTo(ActionState.DONE);
    assertThat(end.why()).isEqualTo("2 of 2 nodes are well");
    assertThat(end.outputs().toString())
        .isEqualTo("{\"nodes\":2,\"succeeded\":2,\"failed\":0,\"touched\":2,\"failedNodes\":[]}");
  }

  @ParameterizedTest
  @EnumSource(
      value = ActionState.class,
      names = {"FAILED", "CANCELLED", "LOST"})
  void failsWithTheReasonOfANodeThatDidNotSucceed(ActionState how) {
    End end = over(done("n1"), ended("n2", how, "the disk is full"));
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.why()).isEqualTo("1 of 2 nodes failed the check: node n2: the disk is full");
    assertThat(end.causes()).containsExactly("node n2: the disk is full");
    assertThat(end.outputs().path("failedNodes").get(0).path("state").asString())
        .isEqualTo(how.name());
    assertThat(end.cause()).isEqualTo(Cause.NONE);
  }

  @Test
  void failsForANodeThatIsNotUpThoughItsCheckWasDone() {
    EndedChild unwell =
        new EndedChild(
            child("n1"),
            new NodeId("n1"),
            ActionState.DONE,
            true,
            false,
            Optional.empty(),
            Optional.of(new NodeStanding(NodeStatus.NODE_DOWN, Optional.of("port 80 is closed"))));
    assertThat(over(unwell).why())
        .isEqualTo("1 of 1 nodes failed the check: node n1: it is NODE_DOWN: port 80 is closed");
  }

  @Test
  void bestEffortFailuresAreToldAndDoNotFailIt() {
    End end = over(done("n1"), bestEffort("n2"));
    assertThat(end.state()).isEqualTo(ActionState.DONE);
    assertThat(end.outputs().path("failed").asInt()).isEqualTo(1);
    assertThat(over(bestEffort("n2"), ended("n3", ActionState.FAILED, "no")).state())
        .isEqualTo(ActionState.FAILED);
  }

  @Test
  void namesTheFirstFailuresAndCountsAll() {
    List<EndedChild> all = new ArrayList<>();
    IntStream.range(0, 250).forEach(i -> all.add(ended("n" + i, ActionState.FAILED, "no")));
    End end = over(all.toArray(new EndedChild[0]));
    assertThat(end.why()).endsWith("node n2: no; and 247 more");
    assertThat(end.outputs().path("failed").asInt()).isEqualTo(250);
    assertThat(end.outputs().path("failedNodes")).hasSize(100);
    assertThat(end.causes()).hasSize(20);
  }

  @Test
  void whatWasCancelledSaysWhichNodesWereTouched() {
    cancelledBy = Optional.of("bob");
    End end = over(done("n1"), notSent("n2"), ended("n3", ActionState.CANCELLED, "stopped"));
    assertThat(end.state()).isEqualTo(ActionState.CANCELLED);
    assertThat(end.why()).isEqualTo("cancelled by bob; it touched 2 of 3 nodes: n1, n3");
    assertThat(over(notSent("n2")).why()).isEqualTo("cancelled by bob; no node was touched");
  }

  @Test
  void aCancellationThatCameTooLateChangesNothing() {
    cancelledBy = Optional.of("bob");
    assertThat(over(done("n1"), done("n2")).state()).isEqualTo(ActionState.DONE);
  }

  @Test
  void whatTookTooLongIsTimedOutAndSaysWhichNodesWereTouched() {
    timeout = Optional.of(Duration.ofMinutes(2));
    End end =
        over(
            T0.plus(Duration.ofMinutes(3)),
            done("n1"),
            ended("n2", ActionState.CANCELLED, "stopped"));
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.cause()).isEqualTo(Cause.TIMED_OUT);
    assertThat(end.why())
        .isEqualTo("it has taken 120s, which is all its time; it touched 2 of 2 nodes: n1, n2");
  }

  private End over(EndedChild... children) {
    return over(T0.plusSeconds(1), children);
  }

  private End over(Instant now, EndedChild... children) {
    return (End)
        ClusterActionDecision.next(
            new ClusterActionView(
                ActionId.derived("parent"),
                ClusterCheck.KIND,
                ActionState.RUNNING,
                new Clocks(T0, timeout, Duration.ZERO),
                cancelledBy,
                Duration.ofMinutes(5),
                new Moment.Over(
                    WireFormat.JSON.readTree("{}"), List.of(children), Optional.empty())),
            now);
  }

  private static EndedChild done(String node) {
    return new EndedChild(
        child(node),
        new NodeId(node),
        ActionState.DONE,
        true,
        false,
        Optional.empty(),
        Optional.of(new NodeStanding(NodeStatus.UP, Optional.empty())));
  }

  private static EndedChild ended(String node, ActionState state, String why) {
    return new EndedChild(
        child(node), new NodeId(node), state, true, false, Optional.of(why), Optional.empty());
  }

  private static EndedChild notSent(String node) {
    return new EndedChild(
        child(node),
        new NodeId(node),
        ActionState.CANCELLED,
        false,
        false,
        Optional.of("stopped"),
        Optional.empty());
  }

  private static EndedChild bestEffort(String node) {
    return new EndedChild(
        child(node),
        new NodeId(node),
        ActionState.FAILED,
        true,
        true,
        Optional.of("no"),
        Optional.empty());
  }

  private static ActionId child(String node) {
    return ActionId.derived("child", node);
  }
}
