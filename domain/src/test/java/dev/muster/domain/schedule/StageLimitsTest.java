package dev.muster.domain.schedule;

import static dev.muster.domain.schedule.Views.NOW;
import static dev.muster.domain.schedule.Views.inBatch;
import static dev.muster.domain.schedule.Views.is;
import static dev.muster.domain.schedule.Views.pending;
import static dev.muster.domain.schedule.Views.running;
import static dev.muster.domain.schedule.Views.settling;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.Window;
import dev.muster.domain.simulation.Plans;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Windows, budget, batches, concurrency, health and delays. */
class StageLimitsTest {

  private static Plans plan() {
    return Plans.stage("rest", 5);
  }

  @Test
  void waitsForTheWindowAndAsksToBeCalledThen() {
    Window nights =
        new Window(
            new TreeSet<>(List.of(DayOfWeek.MONDAY)),
            LocalTime.of(22, 0),
            Duration.ofHours(6),
            ZoneId.of("Europe/Rome"));
    Views views =
        Views.ofNodes(1)
            .stage("r", plan().windows(nights), members("n1", pending()))
            .step("a", "n1", "r");
    assertThat(views.verdict("a"))
        .isEqualTo(
            "WINDOW_CLOSED: outside the windows of r stage rest: the next one opens at 2026-03-02T21:00:00Z");
    assertThat(views.decide().reviewAt()).contains(Instant.parse("2026-03-02T21:00:00Z"));
  }

  @Test
  void startsNoNodeOnceMoreFailedThanTheBudget() {
    Views views =
        Views.ofNodes(3)
            .stage(
                "r",
                plan().concurrency(3).maxFailures(1),
                members(
                    "n1", is(NodeState.FAILED), "n2", is(NodeState.UNREACHABLE), "n3", pending()))
            .step("a", "n3", "r");
    assertThat(views.verdict("a"))
        .isEqualTo("BUDGET_SPENT: r stage rest: 2 failed, the budget is 1");
  }

  @Test
  void opensABatchWhenTheOneBeforeIsFinished() {
    Plans batches = plan().concurrency(5).batches("2", "3");
    Views views =
        Views.ofNodes(5)
            .stage(
                "r",
                batches,
                members(
                    "n1",
                    inBatch(0, NodeState.SUCCEEDED),
                    "n2",
                    inBatch(0, NodeState.RUNNING),
                    "n3",
                    inBatch(1, NodeState.PENDING)))
            .step("a", "n3", "r");
    assertThat(views.verdict("a"))
        .isEqualTo("STAGE_AT_LIMIT: r stage rest: batch 1 of 2: 1 of 2 nodes unfinished");
  }

  @Test
  void saysSettlingWhenOnlySettlingNodesHoldTheWindow() {
    Views views =
        Views.ofNodes(3)
            .stage(
                "r",
                plan().concurrency(2),
                members("n1", settling(), "n2", settling(), "n3", pending()))
            .step("a", "n3", "r");
    assertThat(views.verdict("a"))
        .isEqualTo("SETTLING: r stage rest: 2 of 2 nodes in work, all settling");
    Views mixed =
        Views.ofNodes(3)
            .stage(
                "r",
                plan().concurrency(2),
                members("n1", settling(), "n2", running(), "n3", pending()))
            .step("a", "n3", "r");
    assertThat(mixed.verdict("a")).startsWith("STAGE_AT_LIMIT");
  }

  @Test
  void keepsToTheClustersLimitOverAllRuns() {
    Views views =
        Views.ofNodes(3).settings(1, 1).action("a", "n1", ActionState.RUNNING).waiting("b", "n2");
    assertThat(views.verdict("b"))
        .isEqualTo("CLUSTER_AT_LIMIT: 1 of 1 nodes of the cluster in work");
  }

  @Test
  void neverTakesTheLastHealthyNodeButTakesTheOneThatIsDownFirst() {
    Views views =
        Views.ofNodes(3)
            .node("n3", NodeStatus.UNHEALTHY)
            .stage(
                "r",
                plan().concurrency(3).minHealthy(2),
                members("n1", pending(), "n2", pending(), "n3", pending()))
            .step("a", "n1", "r")
            .step("b", "n2", "r")
            .step("c", "n3", "r")
            .evenWhenDown();
    assertThat(views.decide().verdicts().getFirst())
        .isEqualTo(new Verdict.Start(ActionId.derived("c")));
    assertThat(views.verdict("a"))
        .isEqualTo("TOO_FEW_HEALTHY: r stage rest: 2 nodes are up and not in work, 2 must stay so");
  }

  @Test
  void waitsForTheEndOfARetrysDelay() {
    Instant later = NOW.plusSeconds(30);
    Views views =
        Views.ofNodes(1)
            .stage("r", plan(), members("n1", running()))
            .step("again", "n1", "r")
            .notBefore(later);
    assertThat(views.verdict("again"))
        .isEqualTo("RETRY_DELAY: the attempt before failed; it is tried again at " + later);
    assertThat(views.decide().reviewAt()).contains(later);
    assertThat(Scheduler.decide(views.view(), later).verdicts().getFirst())
        .isInstanceOf(Verdict.Start.class);
  }

  private static Map<String, ClusterView.Member> members(Object... pairs) {
    Map<String, ClusterView.Member> members = new TreeMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      members.put((String) pairs[i], (ClusterView.Member) pairs[i + 1]);
    }
    return members;
  }
}
