package dev.muster.domain.schedule;

import static dev.muster.domain.schedule.Views.is;
import static dev.muster.domain.schedule.Views.pending;
import static dev.muster.domain.schedule.Views.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.Window;
import dev.muster.domain.simulation.Plans;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SchedulerTest {

  private static String brief(String name) {
    return ActionId.derived(name).toString().substring(0, 8);
  }

  private static Plans plan() {
    return Plans.stage("rest", 5);
  }

  @Test
  void startsWhatNothingHolds() {
    assertThat(Views.ofNodes(1).waiting("a", "n1").verdict("a")).isEqualTo("start");
  }

  @Test
  void givesNoVerdictOnWhatIsSentOrMayNotBeScheduled() {
    Views views =
        Views.ofNodes(4)
            .sent("a", "n1")
            .action("b", "n2", ActionState.PENDING_APPROVE)
            .action("c", "n3", ActionState.WAITING)
            .action("d", "n4", ActionState.RUNNING);
    assertThat(views.decide().verdicts()).isEmpty();
  }

  @Test
  void waitsForANodeThatTheClusterDoesNotHave() {
    assertThat(Views.ofNodes(1).waiting("a", "n9").verdict("a"))
        .isEqualTo("NODE_UNKNOWN: the cluster has no node n9");
  }

  @Test
  void whatMusterItselfExecutesAsksNothingOfTheAgent() {
    assertThat(
            Views.ofNodes(1)
                .node("n1", NodeStatus.UNREACHABLE)
                .waiting("a", "n1")
                .own()
                .verdict("a"))
        .as("of a silent one")
        .isEqualTo("start");
    assertThat(
            Views.ofNodes(1)
                .settings(0, 1)
                .action("b", "n1", ActionState.RUNNING)
                .waiting("a", "n1")
                .own()
                .verdict("a"))
        .as("of a full one")
        .isEqualTo("start");
    assertThat(
            Views.ofNodes(1)
                .settings(0, 1)
                .action("b", "n1", ActionState.SUSPENDED)
                .own()
                .waiting("a", "n1")
                .verdict("a"))
        .as("and leaves it to others")
        .isEqualTo("start");
  }

  @Test
  void waitsWhileTheAgentIsSilentWhateverTheActionIs() {
    Views views =
        Views.ofNodes(1).node("n1", NodeStatus.UNREACHABLE).waiting("a", "n1").evenWhenDown();
    assertThat(views.verdict("a"))
        .isEqualTo(
            "NODE_NOT_UP: the agent of n1 gives no usable answer: its lastError says what is wrong");
  }

  @Test
  void startsOnANodeThatIsDownOnlyWhatIsMeantForIt() {
    Views views =
        Views.ofNodes(1)
            .node("n1", NodeStatus.NODE_DOWN)
            .waiting("restart", "n1")
            .waiting("repair", "n1")
            .evenWhenDown();
    assertThat(views.verdict("restart"))
        .isEqualTo("NODE_NOT_UP: n1 is NODE_DOWN and the action asks for a node that is UP");
    assertThat(views.verdict("repair")).isEqualTo("start");
  }

  @Test
  void goesOnWithANodeThatWentDownUnderItsOwnStage() {
    Views views =
        Views.ofNodes(1)
            .node("n1", NodeStatus.NODE_DOWN)
            .stage("r", plan(), Map.of("n1", running()))
            .step("next", "n1", "r");
    assertThat(views.verdict("next")).isEqualTo("start");
  }

  @Test
  void startsOneActionPerNodeAndKeepsTheOrder() {
    Views views = Views.ofNodes(1).waiting("a", "n1").waiting("b", "n1").waiting("c", "n1");
    assertThat(views.verdict("a")).isEqualTo("start");
    assertThat(views.verdict("b")).isEqualTo("NODE_BUSY: action " + brief("a") + " is on n1");
    assertThat(views.settings(0, 2).verdict("b")).isEqualTo("start");
    assertThat(views.settings(0, 2).verdict("c"))
        .isEqualTo(
            "NODE_BUSY: 2 unfinished actions are on n1, action %s in front".formatted(brief("a")));
  }

  @Test
  void staysBehindAnEarlierActionOfTheNode() {
    Views views =
        Views.ofNodes(2)
            .stage("r", plan(), members("n1", running(), "n2", pending()))
            .step("first", "n2", "r")
            .waiting("later", "n2");
    assertThat(views.verdict("first"))
        .isEqualTo("STAGE_AT_LIMIT: r stage rest: 1 of 1 nodes in work");
    assertThat(views.verdict("later"))
        .isEqualTo(
            "BEHIND_EARLIER_ACTION: action %s comes first on n2 and waits too"
                .formatted(brief("first")));
  }

  @Test
  void letsAPersonMendANodeWhileTheRunBeforeIsPaused() {
    Views views =
        Views.ofNodes(2)
            .stage("r", plan(), members("n2", pending()), Optional.of("by anna at 10:00"))
            .step("first", "n2", "r")
            .waiting("mend", "n2");
    assertThat(views.verdict("first")).isEqualTo("RUN_PAUSED: r is paused: by anna at 10:00");
    assertThat(views.verdict("mend")).isEqualTo("start");
  }

  @Test
  void saysThatTheActionInFrontIsSuspended() {
    Views views = Views.ofNodes(1).action("a", "n1", ActionState.SUSPENDED).waiting("b", "n1");
    assertThat(views.verdict("b"))
        .isEqualTo(
            "NODE_BUSY: action %s is suspended on n1: resume or cancel it".formatted(brief("a")));
    assertThat(views.settings(0, 3).verdict("b"))
        .isEqualTo(
            "SUSPENDED: action %s in front is suspended: resume or cancel it"
                .formatted(brief("a")));
  }

  @Test
  void givesANodeInWorkToNobodyElse() {
    Views views =
        Views.ofNodes(2)
            .stage("r", plan(), members("n1", running()))
            .stage("s", plan(), members("n1", pending()))
            .waiting("person", "n1")
            .step("other", "n1", "s")
            .step("own", "n1", "r");
    assertThat(views.verdict("person")).isEqualTo("NODE_BUSY: r stage rest works on n1");
    assertThat(views.verdict("other")).isEqualTo("NODE_BUSY: r stage rest works on n1");
    assertThat(views.verdict("own")).isEqualTo("start");
  }

  @Test
  void takesANodeForAStageOnlyWhenItsAgentHasNothing() {
    Views views =
        Views.ofNodes(1)
            .settings(0, 3)
            .action("person", "n1", ActionState.RUNNING)
            .stage("r", plan(), members("n1", pending()))
            .step("first", "n1", "r");
    assertThat(views.verdict("first")).startsWith("NODE_BUSY");
  }

  @Test
  void holdsTheNextStepOfAPausedRunButNoOtherLimitDoes() {
    Plans strict = plan().concurrency(1).minHealthy(5).windows(never());
    Map<String, ClusterView.Member> members =
        members("n1", running(), "n2", is(NodeState.FAILED), "n3", is(NodeState.FAILED));
    Views views =
        Views.ofNodes(3).settings(1, 1).stage("r", strict, members).step("next", "n1", "r");
    assertThat(views.verdict("next")).isEqualTo("start");
    Views paused =
        Views.ofNodes(3)
            .stage("r", strict, members, Optional.of("by anna"))
            .step("next", "n1", "r");
    assertThat(paused.verdict("next")).isEqualTo("RUN_PAUSED: r is paused: by anna");
  }

  @Test
  void holdsWhatBelongsToAStageThatIsNotOpen() {
    assertThat(Views.ofNodes(1).step("a", "n1", "gone").verdict("a"))
        .startsWith("RUN_PAUSED: its stage is not open");
  }

  @Test
  void givesTheSameAnswerTwice() {
    Views views = Views.ofNodes(3).waiting("a", "n1").waiting("b", "n1").waiting("c", "n9");
    assertThat(views.decide()).isEqualTo(views.decide());
  }

  @Test
  void listsDetailsByName() {
    Views views = Views.ofNodes(1).waiting("a", "n1").waiting("b", "n1");
    assertThat(views.decide().verdicts())
        .filteredOn(Verdict.Wait.class::isInstance)
        .allSatisfy(verdict ->
            assertThat(((Verdict.Wait) verdict).reason().details().keySet())
                .containsExactly("action", "node", "onAgent"));
  }

  private static Window never() {
    return new Window(
        new TreeSet<>(List.of(DayOfWeek.SUNDAY)),
        LocalTime.of(1, 0),
        Duration.ofHours(1),
        ZoneId.of("UTC"));
  }

  private static Map<String, ClusterView.Member> members(Object... pairs) {
    Map<String, ClusterView.Member> members = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      members.put((String) pairs[i], (ClusterView.Member) pairs[i + 1]);
    }
    return members;
  }
}
