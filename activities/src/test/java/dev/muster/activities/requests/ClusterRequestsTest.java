package dev.muster.activities.requests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.request.StrictJson;
import dev.muster.records.audit.AuditEntry;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.sql.PageRequest;
import dev.muster.workflows.contract.BadSignal;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CommandOutcome.Result;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.SettingsRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class ClusterRequestsTest {

  private static final ActionId ID = ActionId.derived("asked");

  private static final String APPROVE = "{\"approve\":\"required\"}";

  @AutoClose private final Scene scene = Scene.of("n1");

  @Test
  void anActionIsRecordedOnceAndRuns() {
    CommandOutcome outcome = scene.cycles().addAction(asked("n1"));
    assertThat(outcome)
        .isEqualTo(
            CommandOutcome.applied("action %s is recorded; it is PENDING_SCHEDULE".formatted(ID)));
    assertThat(scene.cycles().addAction(asked("n1")).text()).contains("was recorded already");
    scene.cycle();
    assertThat(scene.records().actions().find(ID).orElseThrow().work().requester())
        .isEqualTo("ada");
    assertThat(scene.records().actions().find(ID).orElseThrow().course().pushedAt()).isPresent();
  }

  @Test
  void anActionThatNeedsApprovalWaitsForIt() {
    scene.cycles().addAction(asked("n1", APPROVE));
    assertThat(scene.records().actions().find(ID).orElseThrow().state())
        .isEqualTo(ActionState.PENDING_APPROVE);
    assertThat(scene.cycle().waits())
        .containsExactly("action `%s` (service.restart on n1) waits for approval".formatted(ID));
  }

  @Test
  void anActionThatCannotBeSentInTheTimeThatWasAskedForFails() {
    scene.agent("n1").close();
    scene.cycles().addAction(asked("n1", "{\"scheduleWithin\":\"PT10M\"}"));
    scene.cycle();
    scene.clock().advance(Duration.ofMinutes(9));
    scene.cycle();
    assertThat(scene.state(ID)).isEqualTo(ActionState.PENDING_SCHEDULE);
    scene.clock().advance(Duration.ofMinutes(1));
    scene.cycle();
    assertThat(scene.state(ID)).isEqualTo(ActionState.FAILED);
  }

  @Test
  void anActionThatCannotBeIsRefusedWithTheReason() {
    assertThat(scene.cycles().addAction(asked("n9", APPROVE)).text())
        .startsWith("cluster prod has no node n9");
    assertThat(
            scene
                .cycles()
                .addAction(asked("n1", "{\"dependsOn\":[\"%s\"]}".formatted(ActionId.derived("x"))))
                .text())
        .contains("dependsOn:", "expected: another action of cluster prod");
    assertThat(scene.cycles().addAction(asked("n1", "{\"timeout\":\"P8D\"}")).text())
        .isEqualTo("timeout: PT192H (expected: PT0.001S to PT168H)");
    assertThat(scene.cycles().addAction(asked("n1", "{\"scheduleWithin\":\"P366D\"}")).text())
        .isEqualTo("scheduleWithin: PT8784H (expected: PT0.001S to PT8760H)");
    assertThat(audit()).hasSize(4);
    assertThat(audit().getLast().what()).isEqualTo("action.add");
    assertThat(audit().getLast().detail().get("outcome")).startsWith("cluster prod has no node n9");
    assertThat(scene.records().actions().find(ID)).isEmpty();
  }

  @Test
  void settingsChangeAndTheAuditSaysWho() {
    assertThat(change("{\"maxNodesInWork\":2,\"busyInterval\":\"PT7S\"}").result())
        .isEqualTo(Result.APPLIED);
    assertThat(settings().maxNodesInWork()).contains(2);
    assertThat(settings().busyInterval()).isEqualTo(Duration.ofSeconds(7));
    assertThat(change("{\"maxNodesInWork\":null}").result()).isEqualTo(Result.APPLIED);
    assertThat(settings().maxNodesInWork()).isEmpty();
    assertThat(settings().busyInterval()).isEqualTo(Duration.ofSeconds(7));
    NewAuditEntry newest = audit().getFirst();
    assertThat(newest.actor()).isEqualTo("user:ada");
    assertThat(newest.what()).isEqualTo("cluster.change");
    assertThat(newest.detail()).containsEntry("why", "gently").containsKey("maxNodesInWork");
  }

  @Test
  void settingsThatDoNotFitAreRefusedAndNothingChanges() {
    assertThat(change("{\"maxNodesInWork\":0}").text())
        .isEqualTo("/settings: maxNodesInWork: 0 (expected: 1 to 1000000)");
    assertThat(change("{\"busyInterval\":\"soon\"}").text())
        .isEqualTo(
            "/settings/busyInterval: 'soon' does not fit (expected: a duration, such as PT30S)");
    assertThat(change("{\"paused\":true}").text()).startsWith("/settings/paused: unknown field");
    assertThat(change("{}").text()).startsWith("/settings: empty");
    assertThat(settings().maxNodesInWork()).isEmpty();
    assertThat(audit())
        .hasSize(4)
        .allMatch(entry -> entry.actor().equals("user:ada"))
        .allMatch(entry -> entry.what().equals("cluster.change"))
        .allMatch(entry -> entry.detail().containsValue("REFUSED"));
  }

  @Test
  void anIgnoredSignalIsInTheAuditWithWhoAndWhy() {
    scene
        .cycles()
        .ignored(
            new IgnoredSignals(
                Scene.CLUSTER,
                Optional.empty(),
                List.of(
                    new BadSignal("comand", Optional.of("ada"), "unknown signal", Instant.EPOCH),
                    new BadSignal(
                        "command",
                        Optional.empty(),
                        "nothing was said",
                        scene.clock().instant()))));
    NewAuditEntry newest = audit().getFirst();
    assertThat(newest.what()).isEqualTo("signal.ignored");
    assertThat(newest.actor()).isEqualTo("user:unknown");
    assertThat(newest.detail())
        .containsEntry("signal", "command")
        .containsEntry("why", "nothing was said");
    assertThat(audit()).extracting(NewAuditEntry::actor).contains("user:ada");
  }

  private CommandOutcome change(String settings) {
    Map<String, JsonNode> named = new java.util.LinkedHashMap<>();
    WireFormat.JSON
        .readTree(settings)
        .properties()
        .forEach(field -> named.put(field.getKey(), field.getValue()));
    return scene
        .cycles()
        .changeSettings(
            new SettingsRequest(
                Scene.CLUSTER, named, "ada", Optional.of("gently"), scene.clock().instant()));
  }

  private dev.muster.domain.cluster.ClusterSettings settings() {
    return scene.records().clusters().settingsOf(Scene.CLUSTER).orElseThrow();
  }

  private List<NewAuditEntry> audit() {
    return scene
        .records()
        .audit()
        .list(
            new AuditFilter(Optional.of(Scene.CLUSTER), Optional.empty(), Optional.empty()),
            new PageRequest(50, Optional.empty()))
        .items()
        .stream()
        .map(AuditEntry::entry)
        .toList();
  }

  private RequestedAction asked(String node) {
    return new RequestedAction(
        ID,
        Scene.CLUSTER,
        Optional.of(new NodeId(node)),
        content("{}"),
        "ada",
        Optional.of("for a test"),
        scene.clock().instant());
  }

  /**
   * @param more fields beside the kind
   */
  private RequestedAction asked(String node, String more) {
    RequestedAction plain = asked(node);
    return new RequestedAction(
        plain.id(),
        plain.cluster(),
        plain.node(),
        content(more),
        plain.by(),
        plain.why(),
        plain.at());
  }

  private static NewActionRequest content(String more) {
    ObjectNode json = (ObjectNode) WireFormat.JSON.readTree(more);
    return StrictJson.MAPPER.treeToValue(
        json.put("kind", "service.restart"), NewActionRequest.class);
  }
}
