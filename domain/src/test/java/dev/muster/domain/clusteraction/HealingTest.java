package dev.muster.domain.clusteraction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionNext.End;
import dev.muster.domain.clusteraction.Played.Answer;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.policy.Binding;
import dev.muster.domain.policy.PolicyTypes;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Looks at members, and what is tried with those that are broken. */
final class HealingTest {

  private static final String STATUS = "{'type': 'NODE_STATUS_POLLING'}";
  private static final String URL =
      "{'type': 'NODE_STATUS_POLL_URL', 'options': {'poll_url': '${member.address}/health',"
          + " 'poll_url_healthy_response': 'ok', 'poll_url_retry_limit': 2}}";

  private final Played cluster = Played.with(3, 0, Optional.empty());

  @BeforeEach
  void longAfterTheyWereMade() {
    cluster.now = Played.T0.plus(Duration.ofHours(1));
  }

  @Test
  void whoIsWellIsLookedAtAndNothingElse() {
    policy("ANY_FAILED", "REBOOT", STATUS);
    End end = cluster.play("cluster.heal", "{}");
    assertThat(end.state()).isEqualTo(ActionState.DONE);
    assertThat(cluster.phases())
        .containsExactly("member.check prod-1, member.check prod-2, member.check prod-3");
    assertThat(cluster.members.values()).allMatch(one -> one.inHand().isEmpty());
  }

  @Test
  void whoIsBrokenIsRecoveredAsThePolicySaysAndTheOthersAreLeftAlone() {
    policy("ANY_FAILED", "REBOOT", STATUS);
    End end = cluster.play("cluster.heal", "{}", sick("member.check", "prod-2"));
    assertThat(end.state()).isEqualTo(ActionState.DONE);
    assertThat(recovered()).containsExactly("prod-2 REBOOT");
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ACTIVE);
  }

  @Test
  void oneThingAfterTheOtherIsTriedUntilItIsWellAndThenItBeginsAnew() {
    policy("ANY_FAILED", "REBOOT', 'REBUILD", STATUS);
    heal("prod-2");
    heal("prod-2");
    heal("prod-2");
    assertThat(recovered())
        .as("the last one is tried again and again")
        .containsExactly("prod-2 REBOOT", "prod-2 REBUILD", "prod-2 REBUILD");
    heal("nobody");
    heal("prod-2");
    assertThat(recovered()).endsWith("prod-2 REBUILD", "prod-2 REBOOT");
  }

  @Test
  void whatCouldNotBeRecoveredFailsTheLookAndTheNextThingIsTriedWithTheNext() {
    policy("ANY_FAILED", "REBOOT', 'RECREATE", STATUS);
    End end =
        cluster.play(
            "cluster.heal",
            "{}",
            action ->
                action.kind().value().equals("member.recover")
                    ? Answer.failed("no capacity")
                    : sick("member.check", "prod-2").apply(action));
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.why()).contains("member prod-2: no capacity");
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ERROR);
    heal("prod-2");
    assertThat(recovered()).containsExactly("prod-2 REBOOT", "prod-2 RECREATE");
  }

  @Test
  void aMemberIsGivenItsTimeAfterItWasMadeOrRecovered() {
    cluster.now = Played.T0.plusSeconds(30);
    policy("ANY_FAILED", "REBOOT", STATUS);
    cluster.play("cluster.heal", "{}", sick("member.check", "prod-2"));
    assertThat(cluster.derived).as("made less than a minute ago").isEmpty();

    cluster.now = Played.T0.plusSeconds(120);
    cluster.play("cluster.heal", "{}", sick("member.check", "prod-2"));
    assertThat(recovered()).hasSize(1);
    cluster.derived.clear();
    cluster.now = Played.T0.plusSeconds(179);
    cluster.play("cluster.heal", "{}", sick("member.check", "prod-2"));
    assertThat(looked()).containsExactly("prod-1", "prod-3");
    cluster.now = Played.T0.plusSeconds(180);
    cluster.play("cluster.heal", "{}", sick("member.check", "prod-2"));
    assertThat(recovered()).containsExactly("prod-2 REBOOT");
  }

  @Test
  void aNodeInWorkIsNeitherLookedAtNorRecovered() {
    policy("ANY_FAILED", "REBOOT", STATUS);
    cluster.member("prod-2", 2, MemberState.ERROR);
    cluster.busy = Set.of(new NodeId("prod-2"));
    cluster.play("cluster.heal", "{}");
    assertThat(looked()).containsExactly("prod-1", "prod-3");
    assertThat(recovered()).isEmpty();
  }

  @Test
  void aNodeThatIsTakenIntoWorkMeanwhileIsNotRecovered() {
    policy("ANY_FAILED", "REBOOT", STATUS);
    Played.Step step = cluster.start("cluster.heal", "{}");
    step.answer(sick("member.check", "prod-2"));
    cluster.busy = Set.of(new NodeId("prod-2"));
    step.next();
    assertThat(recovered()).isEmpty();
    assertThat(step.end.orElseThrow().state()).isEqualTo(ActionState.DONE);
  }

  @Test
  void ofTwoWaysToLookAnyOrAllMustFail() {
    Function<DerivedAction, Answer> onlyTheUrl = sick("health.poll", "prod-2");
    policy("ANY_FAILED", "REBOOT", STATUS, URL);
    cluster.play("cluster.heal", "{}", onlyTheUrl);
    assertThat(recovered()).containsExactly("prod-2 REBOOT");

    cluster.now = cluster.now.plus(Duration.ofHours(1));
    cluster.derived.clear();
    policy("ALL_FAILED", "REBOOT", STATUS, URL);
    cluster.play("cluster.heal", "{}", onlyTheUrl);
    assertThat(recovered()).isEmpty();
    cluster.play(
        "cluster.heal",
        "{}",
        action ->
            isAbout(action, "prod-2") && !action.kind().value().equals("member.recover")
                ? Answer.failed("bad")
                : Answer.done());
    assertThat(recovered()).containsExactly("prod-2 REBOOT");
  }

  @Test
  void anAddressIsAskedByMusterWithTheMembersOwnValuesAsOftenAsThePolicySays() {
    policy("ANY_FAILED", "REBOOT", URL);
    cluster.play("cluster.heal", "{}");
    assertThat(cluster.derived)
        .extracting(action -> action.kind().value())
        .containsOnly("health.poll");
    assertThat(cluster.derived.getFirst().args())
        .isEqualTo(
            WireFormat.JSON.readTree(
                "{\"url\": \"http://127.0.0.1:1001/health\", \"tries\": 2, \"silence\": true,"
                    + " \"healthy\": \"ok\"}"));
  }

  @Test
  void aLookThatWasStoppedSaysNothing() {
    policy("ANY_FAILED", "REBOOT", STATUS);
    cluster.play(
        "cluster.heal",
        "{}",
        action -> new Answer(ActionState.LOST, true, "{}", Optional.of("silent")));
    assertThat(recovered()).isEmpty();
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ACTIVE);
  }

  @Test
  void withoutAHealthPolicyItIsRefusedAndSaysWhatToDo() {
    End end = cluster.play("cluster.heal", "{}");
    assertThat(end.state()).isEqualTo(ActionState.FAILED);
    assertThat(end.why())
        .isEqualTo("no health policy says how members are looked at (see: muster policy attach)");
  }

  private void heal(String sick) {
    cluster.now = cluster.now.plus(Duration.ofMinutes(10));
    cluster.play("cluster.heal", "{}", sick("member.check", sick));
  }

  private static Function<DerivedAction, Answer> sick(String kind, String member) {
    return action ->
        action.kind().value().equals(kind) && isAbout(action, member)
            ? Answer.failed("it is dead")
            : Answer.done();
  }

  private static boolean isAbout(DerivedAction action, String member) {
    return action.args().path("member").asString("").equals(member)
        || (member.equals("prod-2") && action.args().path("url").asString("").contains(":1002"));
  }

  private List<String> recovered() {
    List<String> recovered = new ArrayList<>();
    for (DerivedAction action : cluster.derived) {
      if (action.kind().value().equals("member.recover")) {
        recovered.add(
            "%s %s"
                .formatted(
                    action.args().path("member").asString(),
                    action.args().path("operation").asString()));
      }
    }
    return recovered;
  }

  private List<String> looked() {
    return cluster.derived.stream()
        .filter(action -> action.kind().value().equals("member.check"))
        .map(action -> action.args().path("member").asString())
        .toList();
  }

  private void policy(String condition, String actions, String... modes) {
    String spec =
        "{'detection': {'node_update_timeout': 60, 'recovery_conditional': '%s', 'detection_modes': [%s]}, 'recovery': {'actions': [%s]}}"
            .formatted(
                condition,
                String.join(", ", modes),
                String.join(
                    ", ",
                    List.of(actions.split("', '", -1)).stream()
                        .map("{'name': '%s'}"::formatted)
                        .toList()));
    cluster.policies =
        List.of(
            new Binding(
                "health",
                PolicyTypes.of("health").orElseThrow(),
                WireFormat.JSON.readTree(spec.replace('\'', '"')),
                600,
                true,
                Optional.empty()));
  }
}
