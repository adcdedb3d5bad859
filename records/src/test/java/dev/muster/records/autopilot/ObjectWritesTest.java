package dev.muster.records.autopilot;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.RunId;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.runs.RunRecord;
import dev.muster.records.sql.PageRequest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

final class ObjectWritesTest {

  @AutoClose private final PlanScene scene = new PlanScene();

  @Test
  void aPlanIsRecordedWithItsRunAndShownAsNewPlanLeftIt() {
    StoredObject plan = scene.created("autopilot", Map.of());

    RunRecord run = scene.records().runs().find(plan.run().orElseThrow()).orElseThrow();
    assertThat(run.planned().playbook()).isEqualTo("autopilot");
    assertThat(run.planned().version()).isEqualTo(1);
    assertThat(run.origin().requester()).isEqualTo("ada");
    assertThat(run.origin().reason()).isEqualTo("k0s plan autopilot: id one");
    assertThat(scene.states("autopilot", before(plan))).containsExactly("none", "SchedulableWait");
    assertThat(plan.status().orElseThrow().at("/commands/0/k0supdate/workers").size()).isEqualTo(2);
    assertThat(plan.metadata().has("resourceVersion")).isFalse();
    assertThat(plan.json().at("/metadata/resourceVersion").asString())
        .isEqualTo(Long.toString(plan.version()));
    assertThat(scene.now(plan)).isEqualTo(plan);
    assertThat(audited()).contains("run.start");
  }

  /** The version before the first one of an object that has been shown twice. */
  private static long before(StoredObject plan) {
    return plan.version() - 2;
  }

  private List<String> audited() {
    return scene
        .records()
        .audit()
        .list(AuditFilter.ALL, new PageRequest(50, Optional.empty()))
        .items()
        .stream()
        .map(entry -> entry.entry().what())
        .toList();
  }

  @Test
  void aPlanThatEndsInNewPlanHasNoRun() {
    ObjectNode document = PlanScene.document("autopilot", "one", Map.of());
    String missing = document.toString().replace("[\"c-1\"]", "[\"c-9\"]");
    StoredObject plan =
        PlanScene.written(
            scene.create("autopilot", (ObjectNode) WireFormat.JSON.readTree(missing)));

    assertThat(plan.run()).isEmpty();
    assertThat(plan.status().orElseThrow().path("state").asString()).isEqualTo("IncompleteTargets");
  }

  @Test
  void whatIsNotAdmittedIsNotKept() {
    ObjectNode document = PlanScene.document("autopilot", "one", Map.of());
    document.remove("spec");

    assertThat(scene.create("autopilot", document)).isInstanceOf(ObjectOutcome.Refused.class);
    assertThat(scene.objects().list(scene.cluster(), ObjectKind.PLAN).orElseThrow().objects())
        .isEmpty();
  }

  @Test
  void theSpecOfAPlanUnderWayStaysAsItIsAndItsAnnotationsMayChange() {
    StoredObject plan = scene.created("autopilot", Map.of());

    ObjectOutcome other = scene.change(plan, PlanScene.document("autopilot", "two", Map.of()));
    Finding finding = ((ObjectOutcome.Refused) other).findings().getFirst();
    assertThat(finding.path()).isEqualTo("/spec");
    assertThat(finding.message())
        .contains("under way as attempt 1", plan.run().orElseThrow().toString());

    StoredObject annotated =
        PlanScene.written(
            scene.change(
                plan, PlanScene.document("autopilot", "one", Map.of("muster.dev/settle", "30s"))));
    assertThat(annotated.generation()).isEqualTo(1);
    assertThat(annotated.version()).isEqualTo(plan.version() + 1);
    assertThat(annotated.run()).isEqualTo(plan.run());
  }

  @Test
  void aFinishedPlanWithAnotherIdBeginsAnewAndWithTheSameIdDoesNot() {
    StoredObject plan = scene.created("autopilot", Map.of());
    scene.end(plan, "Completed", "SUCCEEDED", T0.plusSeconds(60));
    scene.look();
    ObjectNode other = PlanScene.document("autopilot", "one", Map.of());
    ((ObjectNode) other.path("spec")).put("timestamp", "later");

    StoredObject kept = PlanScene.written(scene.change(plan, other));
    assertThat(kept.run()).isEqualTo(plan.run());
    assertThat(kept.generation()).isEqualTo(2);
    assertThat(kept.status().orElseThrow().path("state").asString()).isEqualTo("Completed");

    StoredObject anew =
        PlanScene.written(scene.change(kept, PlanScene.document("autopilot", "two", Map.of())));
    assertThat(anew.run()).isPresent().isNotEqualTo(plan.run());
    assertThat(anew.generation()).isEqualTo(3);
    assertThat(scene.records().autopilot().standing(anew.uid()).orElseThrow().attempt())
        .isEqualTo(2);
    assertThat(scene.states("autopilot", kept.version()))
        .containsExactly("none", "SchedulableWait");
  }

  @Test
  void onlyAPlanThatFailedIsTriedAgainAndWithoutTheNodesThatAreDone() {
    StoredObject plan = scene.created("autopilot", Map.of());
    assertThat(refusal(scene.retry(plan))).contains("not over yet");

    RunId first = plan.run().orElseThrow();
    scene.end(plan, "ApplyFailed", "SUCCEEDED", T0.plusSeconds(60));
    scene
        .database()
        .sql("update stage_nodes set state = 'FAILED', reason = 'no' where node = 'w-2'");
    scene
        .database()
        .sql("update run_stages set state = 'Completed' where name = 'command-0-controllers'");
    scene.look();
    assertThat(scene.now(plan).status().orElseThrow().path("state").asString())
        .isEqualTo("ApplyFailed");

    StoredObject again = PlanScene.written(scene.retry(plan));
    RunId second = again.run().orElseThrow();
    assertThat(second).isNotEqualTo(first);
    assertThat(scene.records().runs().find(second).orElseThrow().planned().version()).isEqualTo(2);
    assertThat(
            scene.records().runDetails().find(second).orElseThrow().stages().stream()
                .flatMap(stage -> stage.nodes().stream())
                .map(node -> node.node().value()))
        .containsExactly("w-2");

    scene.end(again, "Completed", "SUCCEEDED", T0.plusSeconds(90));
    scene.look();
    assertThat(refusal(scene.retry(again))).contains("Completed", "another spec.id");
  }

  private static String refusal(ObjectOutcome outcome) {
    return ((ObjectOutcome.Refused) outcome).findings().getFirst().message();
  }

  @Test
  void aPlanThatIsDeletedLeavesItsRunToBeCancelledUntilItIs() {
    StoredObject plan = scene.created("autopilot", Map.of());
    PlanCancels cancels = scene.records().autopilot().cancels();

    StoredObject last = scene.delete(plan);

    assertThat(last.version()).isGreaterThan(plan.version());
    assertThat(scene.objects().find(plan.key())).isEmpty();
    assertThat(cancels.open())
        .containsExactly(
            new PlanCancels.Wanted(
                plan.run().orElseThrow(), scene.cluster(), "ada", "plan autopilot was deleted"));

    scene.end(plan, "Cancelled", "CANCELLED", T0.plusSeconds(60));
    assertThat(cancels.open()).isEmpty();
  }

  @Test
  void underTheStrictDialectAPlanOfAnotherNameIsKeptAndNeverLookedAt() {
    scene
        .database()
        .sql(
            """
            update clusters set settings =
              settings || '{"autopilot": {"dialect": "strict", "exclude": []}}'
            """);

    StoredObject other = scene.created("other", Map.of());
    assertThat(other.status()).isEmpty();
    assertThat(other.run()).isEmpty();
    assertThat(refusal(scene.retry(other))).contains("strict", "autopilot");
    assertThat(scene.created("autopilot", Map.of()).run()).isPresent();
  }

  @Test
  void controlNodesFollowTheNodesAndAreNobodysToWrite() {
    ControlNodes nodes = new ControlNodes(scene.records());
    nodes.look(scene.cluster(), T0);
    ObjectPage first = scene.objects().list(scene.cluster(), ObjectKind.CONTROL_NODE).orElseThrow();
    StoredObject node = first.objects().getFirst();

    assertThat(first.objects()).hasSize(1);
    assertThat(node.json().at("/metadata/labels/kubernetes.io~1hostname").asString())
        .isEqualTo("c-1");
    assertThat(node.json().at("/metadata/labels/kubernetes.io~1arch").asString())
        .isEqualTo("amd64");
    assertThat(node.status().orElseThrow().at("/addresses/0/address").asString())
        .isEqualTo("10.0.0.7");

    nodes.look(scene.cluster(), T0);
    assertThat(scene.objects().version(scene.cluster())).contains(first.version());

    scene.node("c-2", "controller+worker");
    scene.database().sql("delete from nodes where id = 'c-1'");
    nodes.look(scene.cluster(), T0);
    assertThat(
            ((ObjectChanges.Since)
                    scene
                        .objects()
                        .since(scene.cluster(), ObjectKind.CONTROL_NODE, first.version())
                        .orElseThrow())
                .changes())
        .extracting(change -> change.type() + " " + change.object().key().name())
        .containsExactly("DELETED c-1", "ADDED c-2");
    assertThat(
            refusal(
                scene.locked(() ->
                    new ObjectWrites(scene.records())
                        .create(
                            node.key(),
                            PlanScene.document("c-1", "one", Map.of()),
                            PlanScene.ADA))))
        .contains("cannot be written");
  }
}
