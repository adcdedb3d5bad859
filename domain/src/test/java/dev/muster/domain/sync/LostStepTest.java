package dev.muster.domain.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import dev.muster.domain.run.StageKey;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.simulation.Plans;
import dev.muster.domain.sync.LostStep.KnownRun;
import dev.muster.domain.sync.LostStep.KnownStage;
import dev.muster.domain.sync.LostStep.Named;
import dev.muster.domain.sync.LostStep.Stranger;
import dev.muster.domain.sync.LostStep.TakenBack;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LostStepTest {

  private static final Map<String, String> STEP =
      Map.of(
          "cluster", "prod",
          "run", "3f2a91c4-0000-4000-8000-000000000001",
          "stage", "canary",
          "step", "restart",
          "attempt", "2");

  private static final RunId RUN = RunId.parse("3f2a91c4-0000-4000-8000-000000000001");
  private static final NodeId NODE = new NodeId("n1");
  private static final String KIND = "test.success";
  private static final StagePlan CANARY =
      Plans.stage("canary", 1).step("drain").step("restart", 1, Duration.ZERO).at(0);
  private static final StagePlan REST =
      Plans.stage("rest", 1).step("drain").step("restart", 1, Duration.ZERO).at(1);

  @Test
  void readsTheStepThatMetadataNames() {
    Named named = Named.of(STEP).orElseThrow();
    assertThat(named.stage() + " " + named.step() + " " + named.attempt())
        .isEqualTo("canary restart 2");
  }

  @ParameterizedTest
  @CsvSource({"run,", "run,x", "attempt,", "attempt,two", "stage,", "step,"})
  void metadataThatNamesNoStepIsLeftAlone(String key, String value) {
    Map<String, String> metadata = new HashMap<>(STEP);
    metadata.remove(key);
    if (value != null) {
      metadata.put(key, value);
    }
    assertThat(Named.of(metadata)).isEmpty();
  }

  @Test
  void anActionGoesBackToThePlaceThatItsIdIsDerivedFrom() {
    for (int attempt = 1; attempt <= 2; attempt++) {
      assertThat(judge(place(0, 1, NODE, attempt), KIND, NODE, "canary", "restart", attempt))
          .isEqualTo(new TakenBack(new StageKey(RUN, 0), 1, CANARY.steps().get(1), attempt));
    }
    NodeId other = new NodeId("n2");
    assertThat(judge(place(1, 0, other, 1), KIND, other, "rest", "drain", 1))
        .isEqualTo(new TakenBack(new StageKey(RUN, 1), 0, REST.steps().getFirst(), 1));
  }

  @Test
  void aStepHasAsManyAttemptsAsItMayHaveRetriesAndOne() {
    for (int attempt : new int[] {0, 3}) {
      assertThat(judge(place(0, 1, NODE, attempt), KIND, NODE, "canary", "restart", attempt))
          .isEqualTo(
              new Stranger(
                  "step restart of run %s stage canary has no attempt %d".formatted(RUN, attempt)));
    }
  }

  @Test
  void nobodyGetsIntoARunByWritingItsNameOnAnAction() {
    Stranger another =
        new Stranger(
            "it says that it is step restart of run %s stage canary, and is another action"
                .formatted(RUN));
    assertThat(judge(ActionId.derived("forged"), KIND, NODE, "canary", "restart", 1))
        .isEqualTo(another);
    assertThat(judge(place(0, 1, NODE, 1), "exec.command", NODE, "canary", "restart", 1))
        .isEqualTo(another);
  }

  @Test
  void aPlaceThatIsNotRecordedIsNamed() {
    assertThat(judge(place(0, 1, NODE, 1), KIND, NODE, "canary", "reboot", 1))
        .isEqualTo(new Stranger("run %s has no stage canary with a step reboot".formatted(RUN)));
    assertThat(judge(place(0, 1, NODE, 1), KIND, NODE, "pilot", "restart", 1))
        .isEqualTo(new Stranger("run %s has no stage pilot with a step restart".formatted(RUN)));
    NodeId elsewhere = new NodeId("n9");
    assertThat(judge(place(0, 1, elsewhere, 1), KIND, elsewhere, "canary", "restart", 1))
        .isEqualTo(new Stranger("run %s stage canary does not have node n9".formatted(RUN)));
  }

  @Test
  void aRunThatIsUnknownOrOverTakesNothingBack() {
    Named named = new Named(RUN, "canary", "restart", 1);
    ActionId id = place(0, 1, NODE, 1);
    assertThat(LostStep.judge(id, KIND, NODE, named, Optional.empty()))
        .isEqualTo(new Stranger("run %s is not recorded on this cluster".formatted(RUN)));
    assertThat(
            LostStep.judge(id, KIND, NODE, named, Optional.of(new KnownRun(RUN, true, stages()))))
        .isEqualTo(new Stranger("run %s is over".formatted(RUN)));
  }

  private static LostStep judge(
      ActionId id, String kind, NodeId node, String stage, String step, int attempt) {
    return LostStep.judge(
        id,
        kind,
        node,
        new Named(RUN, stage, step, attempt),
        Optional.of(new KnownRun(RUN, false, stages())));
  }

  private static List<KnownStage> stages() {
    return List.of(
        new KnownStage(CANARY, Set.of(NODE)), new KnownStage(REST, Set.of(new NodeId("n2"))));
  }

  private static ActionId place(int stage, int step, NodeId node, int attempt) {
    return ActionId.derived(RUN, stage, step, node, attempt);
  }
}
