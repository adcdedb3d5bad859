package dev.muster.domain.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.cluster.JoinDecision.Outcome;
import dev.muster.domain.cluster.JoinDecision.Present;
import dev.muster.domain.cluster.JoinDecision.Proof;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class JoinDecisionTest {

  private static final ClusterName PROD = new ClusterName("prod");
  private static final NodeId NODE = new NodeId("n1");

  @Test
  void aNewIdIsRegistered() {
    assertThat(judge(new Present.Nobody())).isEqualTo(new Outcome.Register());
  }

  @ParameterizedTest
  @EnumSource(names = {"PENDING", "ACCEPTED"})
  void theSameAgentMayAskAgain(Admission admission) {
    assertThat(judge(new Present.Known(admission, Proof.SAME)))
        .isEqualTo(new Outcome.Repeated(admission));
  }

  @ParameterizedTest
  @EnumSource
  void anotherAgentTakesNothingOver(Admission admission) {
    assertThat(refusal(new Present.Known(admission, Proof.OTHER)))
        .contains("muster node remove prod n1");
  }

  @Test
  void aRevokedAgentDoesNotComeBackByItself() {
    assertThat(refusal(new Present.Known(Admission.REVOKED, Proof.SAME)))
        .contains("was revoked", "removes it first");
  }

  @Test
  void aNodeThatSomebodyAddedIsNotTakenOver() {
    assertThat(refusal(new Present.Added())).contains("did not join", "muster node token set");
  }

  @Test
  void anAddressIsOneNodes() {
    Outcome outcome =
        JoinDecision.judge(PROD, NODE, new Present.Nobody(), Optional.of(new NodeId("n2")));
    assertThat(((Outcome.Refused) outcome).why()).contains("node n2", "another --address");
  }

  private static Outcome judge(Present present) {
    return JoinDecision.judge(PROD, NODE, present, Optional.empty());
  }

  private static String refusal(Present present) {
    return ((Outcome.Refused) judge(present)).why();
  }
}
