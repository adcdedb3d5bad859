package dev.muster.activities.cycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.MemberedCluster;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.member.MemberState;
import dev.muster.records.actions.ActionRecord;
import dev.muster.records.policies.BindingRecord;
import dev.muster.records.policies.BindingRecord.Enabled;
import dev.muster.records.policies.BindingRecord.Terms;
import dev.muster.records.policies.HealthLooks.LookKey;
import dev.muster.records.policies.PolicyRecord.Written;
import dev.muster.records.requests.HealthStarts;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Members are looked at when a health policy says so, over a provider and real records. */
final class HealthTest {

  @AutoClose private final MemberedCluster cluster = new MemberedCluster();
  private final Scene scene = cluster.scene();
  private final HealthStarts starts = new HealthStarts(scene.records());

  @BeforeEach
  void threeMembersAndAPolicy() {
    cluster.run("cluster.create", "{\"profile\": \"small\", \"desired\": 3}");
    cluster.takeAsked();
    cluster.attach(
        "health",
        "health",
        "{'detection': {'interval': 30, 'node_update_timeout': 0,"
            + " 'detection_modes': [{'type': 'NODE_STATUS_POLLING'}]},"
            + " 'recovery': {'actions': [{'name': 'REBOOT'}, {'name': 'RECREATE'}]}}");
  }

  @Test
  void aLookIsOneActionForEachDueTimeAndSaysByWhom() {
    ActionId look = due().orElseThrow();
    assertThat(due()).as("not due again").isEmpty();
    finish(look);
    assertThat(scene.state(look)).isEqualTo(ActionState.DONE);
    assertThat(cluster.takeAsked())
        .containsExactlyInAnyOrder(
            "member.check prod-1", "member.check prod-2", "member.check prod-3");
    assertThat(scene.show(look).work().origin()).isEqualTo("policy");
    assertThat(scene.detail(look).transitions().getFirst().by()).hasToString("policy:health");

    scene.clock().advance(Duration.ofSeconds(29));
    assertThat(due()).isEmpty();
    scene.clock().advance(Duration.ofSeconds(1));
    assertThat(due()).isPresent();
  }

  @Test
  void aBrokenMemberIsRecoveredByOneThingAfterTheOther() {
    cluster.breaks("prod-2", "it is dead");
    finish(due().orElseThrow());
    assertThat(cluster.takeAsked()).contains("member.recover prod-2").hasSize(4);
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ERROR);

    scene.clock().advance(Duration.ofSeconds(30));
    ActionId second = due().orElseThrow();
    finish(second);
    assertThat(operations(second)).containsExactly("RECREATE");

    cluster.mends("prod-2");
    scene.clock().advance(Duration.ofSeconds(30));
    ActionId third = due().orElseThrow();
    finish(third);
    assertThat(operations(third)).as("its check says that it is well").isEmpty();
    assertThat(cluster.state("prod-2")).isEqualTo(MemberState.ACTIVE);
  }

  @Test
  void pol7NobodyLooksWhileMembersChangeAndSomebodyDoesAgainAfterwardsAlsoAfterAFailure() {
    due().ifPresent(this::finish);
    cluster.breaks("prod-4", "the quota is used up");
    ActionId out = cluster.ask("cluster.scale-out", "{}");
    scene.cycle();
    scene.clock().advance(Duration.ofSeconds(30));
    assertThat(due()).isEmpty();
    assertThat(binding().look().why().orElseThrow())
        .isEqualTo(
            "detection is off while action %s (cluster.scale-out) is unfinished".formatted(out));

    finish(out);
    assertThat(scene.state(out)).isEqualTo(ActionState.FAILED);
    scene.clock().advance(Duration.ofSeconds(30));
    ActionId look = due().orElseThrow();
    assertThat(binding().look().action()).contains(look);
  }

  @Test
  void neverTwoRecoveriesAtOnce() {
    due();
    scene.cycle();
    scene.clock().advance(Duration.ofMinutes(5));
    assertThat(due()).as("the look before is unfinished").isEmpty();
  }

  @Test
  void aPolicyThatIsDisabledOrDetachedLooksAtNobody() {
    Written ada = new Written(scene.clock().instant(), "ada");
    scene
        .records()
        .policyBindings()
        .change(Scene.CLUSTER, "health", terms -> new Terms(terms.priority(), Enabled.NO), ada);
    assertThat(due()).isEmpty();
    scene
        .records()
        .policyBindings()
        .change(Scene.CLUSTER, "health", terms -> new Terms(terms.priority(), Enabled.YES), ada);
    assertThat(due()).isPresent();
    scene.clock().advance(Duration.ofMinutes(5));
    scene.records().policyBindings().detach(Scene.CLUSTER, "health");
    assertThat(due()).isEmpty();
  }

  @Test
  void twoProcessesThatSeeTheSameDueTimeRecordOneLook() {
    List<LookKey> seen = scene.records().healthLooks().due(scene.clock().instant());
    assertThat(starts.start(seen.getFirst(), scene.clock().instant())).isPresent();
    assertThat(new HealthStarts(scene.records()).start(seen.getFirst(), scene.clock().instant()))
        .isEmpty();
  }

  private Optional<ActionId> due() {
    return scene.records().healthLooks().due(scene.clock().instant()).stream()
        .flatMap(key -> starts.start(key, scene.clock().instant()).stream())
        .findFirst();
  }

  private BindingRecord binding() {
    return scene.records().policyBindings().find(Scene.CLUSTER, "health").orElseThrow();
  }

  private void finish(ActionId id) {
    for (int i = 0; i < 20 && !scene.state(id).isFinal(); i++) {
      scene.cycle();
      cluster.provide();
    }
    assertThat(scene.state(id).isFinal()).isTrue();
  }

  private List<String> operations(ActionId look) {
    return cluster.derivedBy(look).stream()
        .map(ActionRecord::work)
        .filter(work -> work.kind().value().equals("member.recover"))
        .map(work -> work.args().path("operation").asString())
        .toList();
  }
}
