package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.clusteraction.ClusterActionNext.ChildChange;
import dev.muster.domain.clusteraction.ClusterActionNext.DerivedAction;
import dev.muster.domain.clusteraction.ClusterActionView.OpenChild;
import dev.muster.domain.clusteraction.PlanPhase.Hook;
import dev.muster.domain.core.CoreKind;
import dev.muster.domain.member.Deed;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.member.MemberState;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Lifecycle hooks: before an active member is deleted, somebody is told, and the deletion waits
 * until that one completes it, or for as long as the hook says. The message is an action of its
 * own, so it is told again until it is taken, whatever is killed; it is over with the wait.
 */
final class Hooks {

  private static final ActionKind MESSAGE = new ActionKind(CoreKind.HOOK.word());
  private static final Duration USUAL_TIMEOUT = Duration.ofMinutes(10);

  private Hooks() {}

  /** What policies decided, if they want to be told. */
  static Optional<Hook> of(JsonNode data) {
    JsonNode hooks = data.path("hooks");
    if (!hooks.path("type").asString("").equals("webhook")) {
      return Optional.empty();
    }
    JsonNode params = hooks.path("params");
    return Optional.of(
        new Hook(
            params.path("url").asString(""),
            params.path("key").isString()
                ? Optional.of(params.path("key").stringValue())
                : Optional.empty(),
            hooks.path("timeout").isInt()
                ? Duration.ofSeconds(hooks.path("timeout").asInt())
                : USUAL_TIMEOUT));
  }

  /** Of what is not there as it should be, nothing is left to be brought to an end first. */
  static boolean concerns(PlanWork work, MemberRecord member) {
    return work.deed().filter(Deed.DELETE::equals).isPresent()
        && member.state() == MemberState.ACTIVE
        && member.physical().isPresent();
  }

  /** The deletion, which waits, and the message about it. */
  static List<DerivedAction> around(DerivedAction deletion, MemberRecord member, Hook hook) {
    DerivedAction waits =
        new DerivedAction(
            deletion.id(),
            deletion.node(),
            deletion.kind(),
            deletion.args(),
            deletion.timeout(),
            deletion.bestEffort(),
            Optional.of(hook.timeout()));
    DerivedAction message =
        new DerivedAction(
            message(deletion.id()),
            member.address().isPresent() ? member.node() : deletion.node(),
            MESSAGE,
            args(deletion, member, hook),
            hook.timeout(),
            true,
            Optional.empty());
    return List.of(waits, message);
  }

  /** In the words of OpenStack Senlin. */
  private static ObjectNode args(DerivedAction deletion, MemberRecord member, Hook hook) {
    ObjectNode args = WireFormat.JSON.createObjectNode().put("url", hook.url());
    hook.key().ifPresent(key -> args.put("key", key));
    JsonNode physical = member.physical().orElseGet(WireFormat.JSON::createObjectNode);
    args.putObject("body")
        .put("lifecycle_action_token", deletion.id().toString())
        .put("node_id", member.node().value())
        .put("resource_id", physical.path("id").asString(physical.toString()))
        .put("lifecycle_transition_type", "termination");
    return args;
  }

  private static ActionId message(ActionId deletion) {
    return ActionId.derived(deletion, "hook");
  }

  /** The messages about those that still wait. */
  static Set<ActionId> messagesOf(List<OpenChild> children, Instant now) {
    return children.stream()
        .filter(child -> child.letGoAt().filter(now::isBefore).isPresent())
        .map(child -> message(child.id()))
        .collect(Collectors.toSet());
  }

  /** Why a message need not be told any more. */
  static Optional<String> whyOver(OpenChild child, Set<ActionId> messages) {
    return child.kind().equals(MESSAGE) && !messages.contains(child.id())
        ? Optional.of("what it tells of does not wait any more")
        : Optional.empty();
  }

  /** Nobody completed it in time. */
  static Optional<ChildChange> letGo(OpenChild child, Instant now) {
    return child
        .letGoAt()
        .filter(at -> !now.isBefore(at))
        .map(at ->
            new ChildChange(
                child.id(),
                child.state(),
                ActionState.PENDING_SCHEDULE,
                "nobody completed its lifecycle hook before %s".formatted(at)));
  }

  /** How many wait, for the reason of who derived them. */
  static String waiting(List<OpenChild> children) {
    long waiting = children.stream().filter(child -> child.letGoAt().isPresent()).count();
    if (waiting == 0) {
      return "";
    }
    return waiting == 1
        ? "; 1 of them waits for its lifecycle hook"
        : "; %d of them wait for their lifecycle hooks".formatted(waiting);
  }
}
