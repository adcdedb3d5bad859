package dev.muster.senlin.actions;

import dev.muster.api.actions.ActionJson;
import dev.muster.api.actions.ActionJson.ActionOriginPart;
import dev.muster.api.actions.ActionJson.ActionStandingPart;
import dev.muster.api.actions.ActionJson.ActionTimesPart;
import dev.muster.api.actions.ActionJson.ActionWorkPart;
import dev.muster.api.actions.ActionJson.TransitionJson;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.schedule.WaitReason;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.records.members.NodeDirectory;
import dev.muster.senlin.words.ActionNames;
import dev.muster.senlin.words.SenlinObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An action in Senlin's words. */
final class ActionShown {

  /** What an action has unless it was said; in seconds. */
  private static final int HOUR = 3600;

  private ActionShown() {}

  /**
   * The action.
   *
   * @param derived what it derived, as far as that is to be shown
   */
  static ObjectNode of(ActionJson action, List<ActionId> derived) {
    ActionWorkPart work = action.work();
    UUID cluster = ClusterDirectory.idOf(work.cluster());
    UUID target = node(work).map(node -> NodeDirectory.idOf(work.cluster(), node)).orElse(cluster);
    List<ActionId> before = new ArrayList<>(action.needs().dependsOn());
    before.addAll(derived);
    SenlinObject shown =
        SenlinObject.of()
            .with("id", work.id().toString())
            .with(
                "name",
                Optional.ofNullable(work.metadata().get("name"))
                    .orElseGet(() -> ActionStart.nameOf(work.kind().value(), target)))
            .with("target", target.toString())
            .with("action", ActionNames.of(work.kind()))
            .with("cause", cause(action.whence()))
            .with("owner", owner(action))
            .with("cluster_id", cluster.toString())
            .withAll("depends_on", before)
            .withAll("depended_by", action.whence().parent().stream().toList())
            .with("inputs", work.args())
            .with("outputs", action.result().payload().orElseGet(SenlinObject::nothing))
            .with("data", action.result().data().orElseGet(SenlinObject::nothing));
    return timed(shown, action)
        .with("status", ActionNames.status(action.standing().senlinState()))
        .with("status_reason", reason(action))
        .owned(action.whence().requester())
        .done();
  }

  private static SenlinObject timed(SenlinObject shown, ActionJson action) {
    ActionTimesPart times = action.times();
    return shown
        .with("interval", -1)
        .with("start_time", SenlinObject.seconds(times.startedAt()))
        .with("end_time", SenlinObject.seconds(times.finishedAt()))
        .with("timeout", times.timeout().map(time -> (int) time.toSeconds()).orElse(HOUR))
        .with("created_at", Optional.of(times.createdAt()))
        .with("updated_at", times.finishedAt().or(times::startedAt));
  }

  /** Which node it is about; a provider works on a member, which the arguments name. */
  private static Optional<NodeId> node(ActionWorkPart work) {
    String kind = work.kind().value();
    Optional<String> named =
        kind.startsWith("node.")
            ? text(work.args(), "node")
            : kind.startsWith("member.") ? text(work.args(), "member") : Optional.empty();
    return named.map(NodeId::new).or(work::node);
  }

  private static Optional<String> text(JsonNode args, String name) {
    return Optional.of(args.path(name)).filter(JsonNode::isString).map(JsonNode::asString);
  }

  private static String cause(ActionOriginPart whence) {
    return whence.parent().isPresent() || whence.run().isPresent()
        ? "Derived Action"
        : "RPC Request";
  }

  private static Optional<String> owner(ActionJson action) {
    return action.standing().state() == ActionState.RUNNING
        ? Optional.of(
            action
                .work()
                .node()
                .map(NodeId::value)
                .orElse("orchestration/" + action.work().cluster()))
        : Optional.empty();
  }

  /** Senlin loses why something failed; here it is said. */
  private static String reason(ActionJson action) {
    ActionStandingPart standing = action.standing();
    if (standing.state() == ActionState.DONE) {
      return "Action completed successfully.";
    }
    return action
        .result()
        .error()
        .map(error -> error.message())
        .or(() -> standing.waiting().map(WaitReason::text))
        .or(() ->
            action
                .transitions()
                .map(all -> all.getLast())
                .map(TransitionJson::why)
                .filter(why -> !why.isBlank()))
        .orElse("The action is %s.".formatted(standing.state()));
  }
}
