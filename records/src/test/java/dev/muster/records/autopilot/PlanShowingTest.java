package dev.muster.records.autopilot;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.autopilot.PlanTerms;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.run.ProgressState;
import dev.muster.records.autopilot.PlanTurns.WaitingPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class PlanShowingTest {

  private static final Instant LATER = T0.plusSeconds(60);

  @AutoClose private final PlanScene scene = new PlanScene();

  @Test
  void theStatusFollowsTheRunWhenSomebodyLooksAndIsWrittenOnce() {
    StoredObject plan = scene.created("autopilot", Map.of());
    open(plan);
    scene.look();
    StoredObject moving = scene.now(plan);
    assertThat(state(moving)).isEqualTo("Schedulable");

    scene.look();
    assertThat(scene.now(plan).version()).as("nothing moved").isEqualTo(moving.version());

    scene.end(plan, "Completed", "SUCCEEDED", LATER);
    scene.look();
    StoredObject done = scene.now(plan);
    assertThat(state(done)).isEqualTo("Completed");
    scene.database().sql("update runs set state_reason = 'touched'");
    scene.look();
    assertThat(scene.now(plan).version()).as("it is settled").isEqualTo(done.version());
  }

  private void open(StoredObject plan) {
    scene
        .database()
        .sql(
            """
            update run_stages set state = 'Schedulable', opened_at = '%2$s'
              where run = '%1$s' and stage = 0;
            update runs set state = 'Schedulable' where id = '%1$s'
            """
                .formatted(plan.run().orElseThrow(), T0));
  }

  private static String state(StoredObject plan) {
    return plan.status().orElseThrow().path("state").asString();
  }

  @Test
  void aNodeIsSignalledWhenItsUpdateWasSentAndTheDescriptionSaysHowFarItIs() {
    StoredObject plan = scene.created("autopilot", Map.of());
    open(plan);
    scene
        .database()
        .sql(
            """
            update stage_nodes set state = 'RUNNING' where node = 'c-1';
            insert into actions (id, cluster, node, kind, args, state, origin, requester, run, stage,
              step, step_index, created_at, sent_at, payload)
            values (gen_random_uuid(), 'prod', 'c-1', 'k0s.probe', '{}', 'DONE', 'run', 'ada',
                '%1$s', 0, 'probe', 0, '%2$s', '%2$s', null),
              (gen_random_uuid(), 'prod', 'c-1', 'k0s.update', '{}', 'RUNNING', 'run', 'ada',
                '%1$s', 0, 'update', 1, '%2$s', '%3$s', '{"phase": "downloading"}')
            """
                .formatted(plan.run().orElseThrow(), T0, LATER));

    scene.look();

    JsonNode command = scene.now(plan).status().orElseThrow().at("/commands/0");
    assertThat(command.at("/k0supdate/controllers/0/state").asString()).isEqualTo("SignalSent");
    assertThat(command.at("/k0supdate/controllers/0/lastUpdatedTimestamp").asString())
        .isEqualTo(LATER.toString());
    assertThat(command.path("description").asString()).contains("downloading");
  }

  @Test
  void aPlanThatWaitsForAnotherBeginsWithTheTargetsOfWhenItWasApplied() {
    scene.created("first", Map.of());
    StoredObject second = scene.created("second", Map.of("muster.dev/after", "prod/first"));
    PlanTurns turns = new PlanTurns(scene.records());
    PlanTerms.After after = new PlanTerms.After(new ClusterName("prod"), "first");

    assertThat(second.run()).isEmpty();
    assertThat(state(second)).isEqualTo("SchedulableWait");
    assertThat(second.status().orElseThrow().at("/commands/0/description").asString())
        .contains("plan first of cluster prod is Completed");
    assertThat(turns.waiting()).containsExactly(new WaitingPlan(second.key(), after));
    assertThat(turns.stateOf(after)).contains(ProgressState.SCHEDULABLE_WAIT);
    assertThat(turns.stateOf(new PlanTerms.After(new ClusterName("prod"), "none"))).isEmpty();

    turns.explain(second.key(), "plan first failed");
    long explained = scene.now(second).version();
    turns.explain(second.key(), "plan first failed");
    assertThat(scene.now(second).version()).isEqualTo(explained);

    scene.node("w-3", "worker");
    StartedRun begun = turns.begin(second.key(), LATER).orElseThrow();
    assertThat(begun.run().origin().requester()).isEqualTo("ada");
    assertThat(scene.now(second).run()).contains(begun.run().id());
    assertThat(
            begun.plan().stages().stream()
                .flatMap(stage -> stage.nodes().stream())
                .map(node -> node.node().value()))
        .containsExactlyInAnyOrder("c-1", "w-1", "w-2");
    assertThat(turns.begin(second.key(), LATER)).isEmpty();
    assertThat(turns.waiting()).isEmpty();
  }

  @Test
  void aPlanThatTakesTooLongIsToBeCancelledAndSaysThatItWasItsDeadline() {
    StoredObject plan = scene.created("autopilot", Map.of("muster.dev/deadline", "2h"));
    PlanTurns turns = new PlanTurns(scene.records());
    Instant late = T0.plus(Duration.ofHours(2));

    assertThat(turns.overdue(late.minusSeconds(1))).isEmpty();
    assertThat(turns.expire(plan.key(), late.minusSeconds(1))).isEmpty();
    assertThat(turns.overdue(late)).containsExactly(plan.key());
    PlanCancels.Wanted wanted = turns.expire(plan.key(), late).orElseThrow();
    assertThat(wanted.run()).isEqualTo(plan.run().orElseThrow());
    assertThat(turns.overdue(late)).isEmpty();
    assertThat(scene.records().autopilot().cancels().open()).containsExactly(wanted);

    scene.end(plan, "Cancelled", "CANCELLED", late);
    scene.database().sql("update runs set cancelled_by = 'ada'");
    scene.look();
    assertThat(state(scene.now(plan))).isEqualTo("ApplyFailed");
    assertThat(scene.now(plan).status().orElseThrow().at("/commands/0/description").asString())
        .contains("deadline", late.toString());
  }

  @Test
  void aPlanThatWaitsPastItsDeadlineNeverBegins() {
    StoredObject plan =
        scene.created(
            "second", Map.of("muster.dev/after", "prod/first", "muster.dev/deadline", "2h"));
    PlanTurns turns = new PlanTurns(scene.records());

    assertThat(turns.expire(plan.key(), T0.plus(Duration.ofHours(3)))).isEmpty();

    assertThat(state(scene.now(plan))).isEqualTo("ApplyFailed");
    assertThat(turns.waiting()).isEmpty();
    assertThat(PlanScene.written(scene.retry(plan)).status()).isPresent();
  }

  @Test
  void anUpdateConfigurationIsDueWhenItsStrategySaysAndThenWhenItsLookDoes() {
    ObjectKey key = new ObjectKey(scene.cluster(), ObjectKind.UPDATE_CONFIG, "stable");
    StoredObject config =
        PlanScene.written(
            scene.locked(() ->
                new ObjectWrites(scene.records())
                    .create(key, PlanScene.config("stable"), PlanScene.ADA)));
    UpdateLooks looks = scene.records().autopilot().looks();
    Instant first = looks.of(config.uid()).next().orElseThrow();
    assertThat(looks.due(first.minusSeconds(1))).isEmpty();
    assertThat(looks.due(first)).containsExactly(key);

    UpdateLooks.Standing standing =
        new UpdateLooks.Standing(
            Optional.of(LATER),
            Optional.of(new UpdateLooks.Last(T0, "NOTHING", "it is the newest")),
            Optional.empty());
    looks.keep(config.uid(), standing);

    assertThat(looks.due(T0)).isEmpty();
    assertThat(looks.due(LATER)).containsExactly(key);
    assertThat(looks.of(config.uid())).isEqualTo(standing);
    assertThat(scene.records().transaction(() -> looks.locked(config.uid()))).contains(standing);
  }
}
