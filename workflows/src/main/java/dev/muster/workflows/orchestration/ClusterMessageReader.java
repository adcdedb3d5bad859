package dev.muster.workflows.orchestration;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.Nudge;
import dev.muster.workflows.contract.SettingsRequest;
import dev.muster.workflows.signals.ParsedMessage;
import dev.muster.workflows.signals.WorkflowMessage;
import dev.muster.workflows.waiting.Alarm;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What people say to an orchestration, read from what they typed, and named in summaries. */
final class ClusterMessageReader {

  private static final String NUDGE = "{\"nodes\":[\"NODE\"],\"by\":\"YOUR NAME\"}, or nothing";
  private static final String COMMAND =
      "{\"action\":\"ITS ID\",\"verb\":\"approve|reject|cancel|force|suspend|resume|complete\",\"by\":\"YOUR NAME\","
          + "\"why\":\"YOUR REASON\"}";
  private static final String ADD_ACTION =
      "{\"node\":\"NODE\",\"kind\":\"KIND\",\"args\":{},\"by\":\"YOUR NAME\"}";
  private static final String CHANGE_SETTINGS =
      "{\"settings\":{\"maxNodesInWork\":2},\"by\":\"YOUR NAME\",\"why\":\"YOUR REASON\"}";

  private static final Set<String> NOT_OF_THE_ACTION = Set.of("node", "by", "why");

  private ClusterMessageReader() {}

  /** A nudge as it is typed. */
  private record TypedNudge(Optional<List<NodeId>> nodes, Optional<String> by) {}

  /** A command as it is typed. */
  private record TypedCommand(
      ActionId action, ActionCommand.Verb verb, String by, Optional<String> why) {}

  /**
   * An action that is asked for, as it is typed, but for what the REST API takes in a body.
   *
   * @param node none for an action on the cluster itself
   */
  private record TypedAction(
      Optional<NodeId> node, String by, Optional<String> why, NewActionRequest rest) {}

  /** A change of settings as it is typed. */
  private record TypedSettings(
      Optional<Map<String, JsonNode>> settings, String by, Optional<String> why) {}

  /** Nobody has to say anything with a nudge: it changes nothing. */
  static ParsedMessage<Nudge> nudge(WorkflowMessage message) {
    return message
        .readOrNothing(NUDGE, TypedNudge.class)
        .map(typed -> new Nudge(typed.nodes().orElse(List.of()), typed.by().orElse("")));
  }

  static ParsedMessage<ActionCommand> command(WorkflowMessage message) {
    return message
        .read(COMMAND, TypedCommand.class)
        .map(typed ->
            new ActionCommand(typed.action(), typed.verb(), typed.by(), typed.why().orElse("")));
  }

  /**
   * @param newId for an action that was asked for without one
   */
  static ParsedMessage<RequestedAction> action(
      ClusterName cluster, WorkflowMessage message, Supplier<UUID> newId) {
    return message
        .read(ADD_ACTION, TypedAction.class, ClusterMessageReader::withRest)
        .map(typed ->
            new RequestedAction(
                RequestedAction.idOf(typed.rest(), newId),
                cluster,
                typed.node(),
                typed.rest(),
                typed.by(),
                typed.why(),
                Alarm.now()));
  }

  static ParsedMessage<SettingsRequest> settings(ClusterName cluster, WorkflowMessage message) {
    return message
        .read(CHANGE_SETTINGS, TypedSettings.class)
        .map(typed ->
            new SettingsRequest(
                cluster, typed.settings().orElse(Map.of()), typed.by(), typed.why(), Alarm.now()));
  }

  /** People type one flat object; what is said of the action itself is put under its own name. */
  private static ObjectNode withRest(ObjectNode typed) {
    ObjectNode arranged = typed.objectNode();
    ObjectNode action = arranged.putObject(WorkflowMessage.REST);
    for (Map.Entry<String, JsonNode> field : typed.properties()) {
      ObjectNode under = NOT_OF_THE_ACTION.contains(field.getKey()) ? arranged : action;
      under.set(field.getKey(), field.getValue());
    }
    return arranged;
  }
}
