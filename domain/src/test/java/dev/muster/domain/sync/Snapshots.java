package dev.muster.domain.sync;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.WireFormat;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** Builds records and what agents answer. */
public final class Snapshots {

  public static final Instant NOW = Instant.parse("2026-03-02T08:00:00Z");
  public static final UUID EPOCH = new UUID(7, 7);

  private Snapshots() {}

  public static ActionId id(String name) {
    return ActionId.derived(name);
  }

  public static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text);
  }

  public static RecordedAction recorded(String name, ActionState state) {
    boolean sent = state != ActionState.PENDING_APPROVE && state != ActionState.PENDING_SCHEDULE;
    return new RecordedAction(
        id(name),
        new ActionKind("service.restart"),
        json("{\"name\":\"db\"}"),
        state,
        sent ? Optional.of(NOW.minusSeconds(60)) : Optional.empty(),
        Optional.empty());
  }

  /** A record that was sent and whose state does not say so yet. */
  public static RecordedAction pushed(String name) {
    RecordedAction action = recorded(name, ActionState.PENDING_SCHEDULE);
    return new RecordedAction(
        action.id(),
        action.kind(),
        action.args(),
        action.state(),
        Optional.of(NOW.minusSeconds(60)),
        action.payload());
  }

  public static ActionReport report(String name, ActionState state) {
    return report(name, state, "{\"name\":\"db\"}", Optional.empty());
  }

  public static ActionReport report(
      String name, ActionState state, String args, Optional<JsonNode> payload) {
    return new ActionReport(
        id(name).value(),
        "service.restart",
        json(args),
        Map.of(),
        NOW,
        NOW,
        Optional.empty(),
        state.isFinal() ? Optional.of(NOW) : Optional.empty(),
        state,
        payload,
        Optional.empty(),
        Optional.empty(),
        "core",
        Optional.empty());
  }

  public static ActionSnapshot snapshot(ActionReport... reports) {
    return snapshot(EPOCH, 10, 0, reports);
  }

  public static ActionSnapshot snapshot(
      UUID epoch, long cursor, long completeSince, ActionReport... reports) {
    AgentInfo info =
        new AgentInfo(
            "n1",
            "1",
            epoch,
            "linux-amd64",
            NodeStatus.UP,
            Optional.empty(),
            Map.of(),
            List.of("service.restart"),
            Optional.empty());
    return new ActionSnapshot(info, cursor, completeSince, List.of(reports));
  }

  public static SyncDecision.Before before() {
    return new SyncDecision.Before(5, Optional.of(EPOCH), NOW);
  }
}
