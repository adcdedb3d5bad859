package dev.muster.workflows.orchestration;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.workflows.contract.ActionAsked;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.Nudge;
import dev.muster.workflows.contract.SettingsRequest;
import dev.muster.workflows.signals.MessageFields;
import dev.muster.workflows.signals.ParsedMessage;
import dev.muster.workflows.signals.WorkflowMessage;
import dev.muster.workflows.waiting.Alarm;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** What people say to an orchestration, read from what they typed, and named in summaries. */
final class ClusterMessageReader {

  private static final String NUDGE = "{\"nodes\":[\"NODE\"],\"by\":\"YOUR NAME\"}, or nothing";
  private static final String COMMAND =
      "{\"action\":\"ITS ID\",\"verb\":\"approve|reject|cancel\",\"by\":\"YOUR NAME\","
          + "\"why\":\"YOUR REASON\"}";
  static final String APPROVE_EXAMPLE =
      "{\"action\":\"ITS ID\",\"verb\":\"approve\",\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";
  private static final String ADD_ACTION =
      "{\"node\":\"NODE\",\"kind\":\"KIND\",\"args\":{},\"by\":\"YOUR NAME\"}";
  private static final String CHANGE_SETTINGS =
      "{\"settings\":{\"maxNodesInWork\":2},\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";

  private enum Approve {
    REQUIRED
  }

  private ClusterMessageReader() {}

  /** Nobody has to say anything with a nudge: it changes nothing. */
  static ParsedMessage<Nudge> nudge(WorkflowMessage said) {
    return said.readOrNothing(
        NUDGE,
        fields -> new Nudge(fields.list("nodes", NodeId::new), fields.optional("by").orElse("")));
  }

  static ParsedMessage<ActionCommand> command(WorkflowMessage said) {
    return said.read(
        COMMAND,
        fields ->
            new ActionCommand(
                fields.parsed("action", ActionId::parse),
                fields.oneOf("verb", ActionCommand.Verb.class),
                fields.text("by"),
                fields.optional("why").orElse("")));
  }

  /**
   * @param newId for an action that was asked for without one
   */
  static ParsedMessage<ActionAsked> action(
      ClusterName cluster, WorkflowMessage said, Supplier<UUID> newId) {
    return said.read(ADD_ACTION, fields -> action(cluster, fields, newId));
  }

  static ParsedMessage<SettingsRequest> settings(ClusterName cluster, WorkflowMessage said) {
    return said.read(
        CHANGE_SETTINGS,
        fields ->
            new SettingsRequest(
                cluster,
                fields.object("settings"),
                fields.text("by"),
                fields.optional("why"),
                Alarm.now()));
  }

  private static ActionAsked action(
      ClusterName cluster, MessageFields fields, Supplier<UUID> newId) {
    boolean approval =
        fields.optional("approve").isPresent()
            && fields.oneOf("approve", Approve.class) == Approve.REQUIRED;
    return new ActionAsked(
        cluster,
        fields.optional("id", ActionId::parse).orElseGet(() -> new ActionId(newId.get())),
        fields.parsed("node", NodeId::new),
        fields.parsed("kind", ActionKind::new),
        fields.object("args"),
        approval ? ActionAsked.Approve.REQUIRED : ActionAsked.Approve.NOT_REQUIRED,
        fields.list("dependsOn", ActionId::parse).stream().distinct().toList(),
        fields.duration("timeout"),
        fields.duration("scheduleWithin"),
        fields.flag("evenWhenDown") ? ActionAsked.Start.EVEN_WHEN_DOWN : ActionAsked.Start.WHEN_UP,
        fields.texts("metadata"),
        fields.text("by"),
        fields.optional("why"),
        Alarm.now());
  }

  static String summary(List<ActionCommand> commands) {
    return switch (commands.size()) {
      case 0 -> "";
      case 1 -> "; %s by %s".formatted(commands.getFirst().verb(), commands.getFirst().by());
      default -> "; %d commands".formatted(commands.size());
    };
  }
}
