package dev.muster.domain.schedule;

import static dev.muster.domain.schedule.Views.is;
import static dev.muster.domain.schedule.Views.pending;
import static dev.muster.domain.schedule.Views.running;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.simulation.Plans;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Actions and stages that want the cluster to themselves. */
class ExclusiveTest {

  private static String brief(String name) {
    return ActionId.derived(name).toString().substring(0, 8);
  }

  @Test
  void waitsUntilNothingRunsAndClosesTheDoorForYoungerOnes() {
    Views views =
        Views.ofNodes(3)
            .action("runs", "n1", ActionState.RUNNING)
            .waiting("older", "n2")
            .waiting("alone", "")
            .exclusive()
            .waiting("younger", "n3");
    assertThat(views.verdict("older")).isEqualTo("start");
    assertThat(views.verdict("alone"))
        .isEqualTo("CLUSTER_EXCLUSIVE: is exclusive and waits until nothing else runs: 2 in work");
    assertThat(views.verdict("younger"))
        .isEqualTo(
            "CLUSTER_EXCLUSIVE: action %s is older and waits until it has the cluster to itself"
                .formatted(brief("alone")));
  }

  @Test
  void startsAloneAndNothingElseStartsMeanwhile() {
    Views views = Views.ofNodes(2).waiting("alone", "").exclusive().waiting("younger", "n1");
    assertThat(views.verdict("alone")).isEqualTo("start");
    assertThat(views.verdict("younger"))
        .isEqualTo(
            "CLUSTER_EXCLUSIVE: action %s has the cluster to itself".formatted(brief("alone")));
  }

  @Test
  void letsNodesInWorkFinishTheirSteps() {
    Views views =
        Views.ofNodes(2)
            .stage("r", Plans.stage("rest", 2), Map.of("n1", running()))
            .waiting("alone", "")
            .exclusive()
            .step("next", "n1", "r");
    assertThat(views.verdict("next")).isEqualTo("start");
  }

  @Test
  void leavesTheDoorOpenWhileItWaitsForAPerson() {
    Views views =
        Views.ofNodes(2)
            .action("runs", "n2", ActionState.RUNNING)
            .stage(
                "r",
                Plans.stage("rest", 1).exclusive(),
                Map.of("n1", pending()),
                Optional.of("by anna"))
            .step("alone", "n1", "r")
            .waiting("younger", "n1");
    assertThat(views.verdict("alone")).startsWith("CLUSTER_EXCLUSIVE");
    assertThat(views.verdict("younger")).isEqualTo("start");
  }

  @Test
  void aStageKeepsTheClusterBetweenItsNodes() {
    Views views =
        Views.ofNodes(3)
            .stage(
                "r",
                Plans.stage("rest", 2).exclusive(),
                Map.of("n1", is(NodeState.SUCCEEDED), "n2", pending()))
            .waiting("older", "n2")
            .step("second", "n2", "r");
    assertThat(views.verdict("older"))
        .isEqualTo("CLUSTER_EXCLUSIVE: r stage rest has the cluster to itself");
    assertThat(views.verdict("second")).isEqualTo("start");
  }

  @Test
  void aPausedStageWithNothingInWorkLetsOthersIn() {
    Views views =
        Views.ofNodes(3)
            .stage(
                "r",
                Plans.stage("rest", 2).exclusive(),
                Map.of("n1", is(NodeState.SUCCEEDED), "n2", pending()),
                Optional.of("by anna"))
            .waiting("mend", "n2");
    assertThat(views.verdict("mend")).isEqualTo("start");
  }

  @Test
  void theNodesOfAnExclusiveStageShareTheCluster() {
    Views views =
        Views.ofNodes(3)
            .stage(
                "r",
                Plans.stage("rest", 3).concurrency(2).exclusive(),
                Map.of("n1", pending(), "n2", pending()))
            .step("a", "n1", "r")
            .step("b", "n2", "r");
    assertThat(views.verdict("a")).isEqualTo("start");
    assertThat(views.verdict("b")).isEqualTo("start");
  }

  @Test
  void twoExclusiveOnesGoOneAfterTheOther() {
    Views views = Views.ofNodes(1).waiting("a", "").exclusive().waiting("b", "").exclusive();
    assertThat(views.verdict("a")).isEqualTo("start");
    assertThat(views.verdict("b")).startsWith("CLUSTER_EXCLUSIVE");
  }
}
