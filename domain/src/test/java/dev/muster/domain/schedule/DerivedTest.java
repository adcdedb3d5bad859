package dev.muster.domain.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import org.junit.jupiter.api.Test;

/** Actions that an action on the cluster has derived. */
class DerivedTest {

  private static String brief(String name) {
    return ActionId.derived(name).toString().substring(0, 8);
  }

  @Test
  void passTheDoorThatTheirExclusiveParentHolds() {
    Views views =
        Views.ofNodes(2)
            .action("parent", "", ActionState.RUNNING)
            .exclusive()
            .waiting("child", "n1")
            .derivedBy("parent")
            .waiting("other", "n2");
    assertThat(views.verdict("child")).isEqualTo("start");
    assertThat(views.verdict("other"))
        .isEqualTo(
            "CLUSTER_EXCLUSIVE: action %s has the cluster to itself".formatted(brief("parent")));
  }

  @Test
  void passTheDoorAtWhichAnotherExclusiveActionWaitsForTheirParent() {
    Views views =
        Views.ofNodes(2)
            .action("parent", "", ActionState.RUNNING)
            .waiting("alone", "")
            .exclusive()
            .waiting("child", "n1")
            .derivedBy("parent")
            .waiting("other", "n2");
    assertThat(views.verdict("alone"))
        .isEqualTo("CLUSTER_EXCLUSIVE: is exclusive and waits until nothing else runs: 1 in work");
    assertThat(views.verdict("child")).isEqualTo("start");
    assertThat(views.verdict("other")).startsWith("CLUSTER_EXCLUSIVE");
  }

  @Test
  void oneActionAtATimeChangesTheMembersAndEverythingElseRunsBesideIt() {
    Views views =
        Views.ofNodes(2)
            .waiting("first", "")
            .changingMembers()
            .waiting("second", "")
            .changingMembers()
            .waiting("check", "")
            .waiting("other", "n2");
    assertThat(views.verdict("first")).isEqualTo("start");
    assertThat(views.verdict("second"))
        .isEqualTo(
            "LOCK_HELD: action %s changes the members of the cluster".formatted(brief("first")));
    assertThat(views.verdict("check")).isEqualTo("start");
    assertThat(views.verdict("other")).isEqualTo("start");
  }

  @Test
  void waitWhileTheirParentIsSuspendedAndLetOthersPass() {
    Views views =
        Views.ofNodes(1)
            .action("parent", "", ActionState.SUSPENDED)
            .waiting("child", "n1")
            .derivedBy("parent")
            .waiting("mend", "n1");
    assertThat(views.verdict("child"))
        .isEqualTo(
            "PARENT_SUSPENDED: action %s, which derived it, is suspended: resume or cancel that"
                .formatted(brief("parent")));
    assertThat(views.verdict("mend")).isEqualTo("start");
  }

  @Test
  void keepToTheLimitsOfTheCluster() {
    Views views =
        Views.ofNodes(2)
            .settings(1, 1)
            .action("parent", "", ActionState.RUNNING)
            .waiting("one", "n1")
            .derivedBy("parent")
            .waiting("two", "n2")
            .derivedBy("parent");
    assertThat(views.verdict("one")).isEqualTo("start");
    assertThat(views.verdict("two"))
        .isEqualTo("CLUSTER_AT_LIMIT: 1 of 1 nodes of the cluster in work");
  }

  @Test
  void areLikeAnyOthersOnceTheirParentIsGone() {
    Views views =
        Views.ofNodes(2)
            .waiting("alone", "")
            .exclusive()
            .waiting("child", "n1")
            .derivedBy("parent");
    assertThat(views.verdict("child")).startsWith("CLUSTER_EXCLUSIVE");
  }
}
