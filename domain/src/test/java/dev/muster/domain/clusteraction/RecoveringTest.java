package dev.muster.domain.clusteraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.Played.Answer;
import dev.muster.domain.member.MemberState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which members are brought back, by examples. */
final class RecoveringTest {

  @Test
  void fan3OnlyThoseThatAreNotWellAreRecovered() {
    Played cluster = Played.with(3, 0, Optional.empty());
    assertThat(cluster.play("cluster.recover", "{}").state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.derived).as("all are well").isEmpty();
    cluster.member("prod-2", 2, MemberState.ERROR);
    End end = cluster.play("cluster.recover", "{\"operation\": \"REBOOT\"}");
    assertThat(end.state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.phases()).containsExactly("member.recover prod-2");
    assertThat(cluster.derived.getFirst().args().path("operation").asString()).isEqualTo("REBOOT");
    assertThat(cluster.derived.getFirst().args().path("physical").path("id").asString())
        .isEqualTo("vm-prod-2");
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ACTIVE);
  }

  @Test
  void fan4AMemberThatProvesActiveIsNotRecovered() {
    Played cluster =
        Played.with(3, 0, Optional.empty())
            .member("prod-1", 1, MemberState.ERROR)
            .member("prod-2", 2, MemberState.ERROR);
    End end =
        cluster.play(
            "cluster.recover",
            "{\"check\": true}",
            action ->
                action.kind().value().equals("member.check") && isAbout(action, "prod-2")
                    ? new Answer(
                        ActionState.DONE,
                        true,
                        "{\"status\": \"ERROR\", \"reason\": \"no process\"}",
                        Optional.empty())
                    : Answer.done());
    assertThat(end.state()).as(end.why()).isEqualTo(ActionState.DONE);
    assertThat(cluster.phases())
        .containsExactly(
            "member.check prod-1, member.check prod-2, member.check prod-3",
            "member.recover prod-2");
    assertThat(cluster.state("prod-1")).isEqualTo(MemberState.ACTIVE);
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ACTIVE);
  }

  @Test
  void aMemberThatCouldNotBeLookedAtIsNotTakenForWell() {
    Played cluster = Played.with(2, 0, Optional.empty());
    End end =
        cluster.play(
            "cluster.recover",
            "{\"check\": true}",
            action ->
                isAbout(action, "prod-2")
                    ? new Answer(
                        ActionState.CANCELLED, false, "{}", Optional.of("the node is UNREACHABLE"))
                    : Answer.done());
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.why())
        .isEqualTo("1 of 2 members went wrong: member prod-2: the node is UNREACHABLE");
    assertThat(cluster.phases()).containsExactly("member.check prod-1, member.check prod-2");
  }

  private static boolean isAbout(DerivedAction action, String member) {
    return action.args().path("member").asString("").equals(member);
  }
}
