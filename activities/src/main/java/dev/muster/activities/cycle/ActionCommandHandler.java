package dev.muster.activities.cycle;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.action.CommandDecision;
import dev.muster.domain.action.CommandDecision.Outcome;
import dev.muster.domain.action.Signal;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.request.WhoAndWhy;
import dev.muster.domain.run.Answerer;
import dev.muster.domain.run.BeliefDecision;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionBrief;
import dev.muster.records.actions.ActionChange;
import dev.muster.records.actions.ActionOutcome;
import dev.muster.records.actions.ActionWrites;
import dev.muster.records.actions.PauseRequest;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.tokens.Vouchers;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.CommandOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Carries out what people asked to be done to actions, and keeps who asked and why. */
final class ActionCommandHandler {

  private final Records records;
  private final Cluster cluster;

  ActionCommandHandler(Records records, Cluster cluster) {
    this.records = records;
    this.cluster = cluster;
  }

  /** One outcome for each command, in order. */
  List<CommandOutcome> carryOut(List<ActionCommand> commands) {
    List<CommandOutcome> outcomes = new ArrayList<>();
    for (ActionCommand command : commands) {
      CommandOutcome outcome = carryOut(command);
      outcomes.add(outcome);
      records.audit().insert(entry(command, outcome));
    }
    return outcomes;
  }

  private CommandOutcome carryOut(ActionCommand command) {
    return WhoAndWhy.whyNot(command.by(), command.why())
        .map(CommandOutcome::refused)
        .orElseGet(() -> carryOutKnown(command));
  }

  private CommandOutcome carryOutKnown(ActionCommand command) {
    ActionId id = command.action();
    Optional<ActionBrief> found =
        Optional.ofNullable(records.actionReads().byIds(List.of(id)).get(id));
    if (found.isEmpty()) {
      return CommandOutcome.refused("there is no action " + id);
    }
    Optional<String> unproven = unproven(command);
    if (unproven.isPresent()) {
      return CommandOutcome.refused(unproven.get());
    }
    ActionBrief action = found.get();
    return switch (decide(command, action)) {
      case Outcome.Becomes becomes -> become(command, action, becomes);
      case Outcome.AskAgent(Signal signal) ->
          signal == Signal.CANCEL ? askToStop(command, action) : ask(signal, command, action);
      case Outcome.Refused(String reason) -> CommandOutcome.refused(reason);
    };
  }

  /** Why an answer to an approval is not believed to be by whom it says, if it is not. */
  private Optional<String> unproven(ActionCommand command) {
    if (!command.verb().answersAnApproval()) {
      return Optional.empty();
    }
    String verb = command.verb().name();
    Optional<Answerer> vouched =
        records
            .vouchers()
            .take(new Vouchers.Answer(command.action().value(), verb, command.by()), "action");
    BeliefDecision.Outcome outcome =
        BeliefDecision.judge(
            records.signalTrust(),
            command.by(),
            vouched,
            "muster action %s %s".formatted(verb.toLowerCase(Locale.ROOT), command.action()));
    return outcome instanceof BeliefDecision.Outcome.Refused(String why)
        ? Optional.of(why)
        : Optional.empty();
  }

  private Outcome decide(ActionCommand command, ActionBrief action) {
    return switch (command.verb()) {
      case APPROVE ->
          CommandDecision.approve(
              action.state(),
              records
                  .actionReads()
                  .openDependencies(List.of(action.id()))
                  .getOrDefault(action.id(), 0));
      case REJECT -> CommandDecision.reject(action.state());
      case CANCEL -> CommandDecision.cancel(action.state(), action.sentAt(), agentOf(action));
      case FORCE -> CommandDecision.force(action.state());
      case COMPLETE -> CommandDecision.complete(action.state());
      case SUSPEND ->
          isOnCluster(action)
              ? CommandDecision.suspendOnCluster(action.state())
              : CommandDecision.suspend(action.state(), wanted(action), agentOf(action));
      case RESUME ->
          isOnCluster(action)
              ? CommandDecision.resumeOnCluster(action.state())
              : CommandDecision.resume(action.state(), wanted(action), agentOf(action));
    };
  }

  private static boolean isOnCluster(ActionBrief action) {
    return action.node().isEmpty();
  }

  private static Optional<Signal> wanted(ActionBrief action) {
    return action.wanted().pause().flatMap(PauseRequest::wanted);
  }

  /** Of a node that is gone, or speaks what this version does not, the action ends otherwise. */
  private AgentProtocol agentOf(ActionBrief action) {
    return action
        .node()
        .filter(node -> action.isForAgent())
        .flatMap(node -> records.nodes().find(cluster.name(), node))
        .flatMap(node -> AgentProtocol.named(node.registered().protocol()))
        .orElse(AgentProtocol.MUSTER_AGENT_V1);
  }

  private CommandOutcome become(ActionCommand command, ActionBrief action, Outcome.Becomes next) {
    String why = command.why().isBlank() ? next.why() : next.why() + ": " + command.why();
    int before = cluster.changed();
    if (isOnCluster(action)) {
      keepPause(command, action);
    }
    List<ActionChange> changes = new ArrayList<>();
    changes.add(change(command, action, next.state(), why));
    if (command.verb() == ActionCommand.Verb.FORCE) {
      for (ActionBrief derived : cluster.derivedBy(action.id())) {
        changes.add(
            change(
                command,
                derived,
                next.state(),
                "the action that derived it was cancelled by force"));
      }
    }
    cluster.change(changes);
    if (command.verb() == ActionCommand.Verb.FORCE && isOnCluster(action)) {
      cluster
          .writes()
          .members()
          .abandon(
              action.id(),
              "action %s was cancelled by force while it worked on this member"
                  .formatted(action.id()));
    }
    return cluster.changed() > before
        ? CommandOutcome.applied("the action is %s now: %s".formatted(next.state(), next.why()))
        : CommandOutcome.refused(
            "action %s is not of cluster %s, or changed meanwhile; look at it again"
                .formatted(action.id(), cluster.name()));
  }

  private ActionChange change(
      ActionCommand command, ActionBrief action, ActionState to, String why) {
    return new ActionChange(
        action.id(),
        action.state(),
        to,
        cluster.now(),
        Actor.user(command.by()),
        why,
        ActionOutcome.NONE);
  }

  /** Its time does not run while it is suspended; there is no agent to be told. */
  private void keepPause(ActionCommand command, ActionBrief action) {
    Optional<Signal> signal =
        switch (command.verb()) {
          case SUSPEND -> Optional.of(Signal.SUSPEND);
          case RESUME -> Optional.of(Signal.RESUME);
          case APPROVE, REJECT, CANCEL, FORCE, COMPLETE -> Optional.empty();
        };
    if (signal.isPresent()) {
      ActionWrites actions = cluster.writes().actions();
      if (signal.get() == Signal.RESUME) {
        actions.addSuspended(action.id(), cluster.now());
      }
      actions.requestPause(List.of(action.id()), signal.get(), command.by(), cluster.now());
      actions.pauseSent(action.id(), signal.get(), Optional.empty(), cluster.now());
    }
  }

  private CommandOutcome askToStop(ActionCommand command, ActionBrief action) {
    boolean first =
        !cluster
            .writes()
            .actions()
            .requestCancel(List.of(action.id()), command.by(), cluster.now())
            .isEmpty();
    cluster.reload();
    return CommandOutcome.applied(
        first
            ? "the action is %s; %s".formatted(action.state(), whoStops(action))
            : "it was asked to stop before; the action is " + action.state());
  }

  private static String whoStops(ActionBrief action) {
    return isOnCluster(action)
        ? "what it derived is asked to stop"
        : executor(action) + " is asked to stop it";
  }

  private CommandOutcome ask(Signal signal, ActionCommand command, ActionBrief action) {
    boolean noted =
        !cluster
            .writes()
            .actions()
            .requestPause(List.of(action.id()), signal, command.by(), cluster.now())
            .isEmpty();
    cluster.reload();
    return noted
        ? CommandOutcome.applied(
            "the action is %s; %s is asked to %s it"
                .formatted(
                    action.state(), executor(action), signal.name().toLowerCase(Locale.ROOT)))
        : CommandOutcome.refused("action %s ended meanwhile; look at it".formatted(action.id()));
  }

  private static String executor(ActionBrief action) {
    return action.isForAgent() ? "its agent" : "the worker that executes it";
  }

  private NewAuditEntry entry(ActionCommand command, CommandOutcome outcome) {
    return new NewAuditEntry(
        cluster.now(),
        Actor.user(WhoAndWhy.name(command.by())).toString(),
        "action." + command.verb().name().toLowerCase(Locale.ROOT),
        Optional.of(cluster.name()),
        Optional.empty(),
        Optional.of(command.action()),
        Map.of(
            "why",
            WhoAndWhy.text(command.why()),
            "result",
            outcome.result().name(),
            "outcome",
            outcome.text()));
  }
}
