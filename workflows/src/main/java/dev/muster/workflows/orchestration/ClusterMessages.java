package dev.muster.workflows.orchestration;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.request.RequestedAction;
import dev.muster.domain.shown.Markdown;
import dev.muster.workflows.contract.ActionCommand;
import dev.muster.workflows.contract.BadSignal;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CommandOutcome.Result;
import dev.muster.workflows.contract.CycleActivities;
import dev.muster.workflows.contract.CycleOptions;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.Nudge;
import dev.muster.workflows.contract.SettingsRequest;
import dev.muster.workflows.signals.BackgroundJobs;
import dev.muster.workflows.signals.IgnoredMessages;
import dev.muster.workflows.signals.NamedHandlers;
import dev.muster.workflows.signals.ParsedMessage;
import dev.muster.workflows.signals.WorkflowMessage;
import dev.muster.workflows.temporalui.Summaries;
import dev.muster.workflows.waiting.CommandQueue;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What people say to an orchestration. Nudges and commands wait for the next cycle. Actions and
 * settings are recorded beside it: an insert needs no fence, and the cycle after it sees it.
 * Whatever was not understood is shown as ignored and kept in the audit.
 */
final class ClusterMessages implements NamedHandlers.Listener {

  private static final String SIGNALS = "nudge, command, addAction, changeSettings";
  private static final String UPDATES = "decide, command, addAction, changeSettings";

  private static final UUID NO_ID = new UUID(0, 0);

  private final ClusterName cluster;
  private final Agenda agenda;
  private final CommandQueue<ActionCommand> commands;
  private final Runnable shown;
  private final BackgroundJobs background = new BackgroundJobs();
  private final IgnoredMessages ignored = new IgnoredMessages(background, this::audit);

  /** Something that a person wants recorded. */
  private record Edit(
      String what, String by, List<NodeId> nodes, Function<CycleActivities, CommandOutcome> work) {}

  /**
   * @param shown to be called when there is something new to show
   */
  ClusterMessages(
      ClusterName cluster, Agenda agenda, CommandQueue<ActionCommand> commands, Runnable shown) {
    this.cluster = cluster;
    this.agenda = agenda;
    this.commands = commands;
    this.shown = shown;
  }

  /** To be called when the workflow's method begins: handlers by name are in place by then. */
  void begin() {
    background.start();
    NamedHandlers.register(this);
  }

  @Override
  public void signal(WorkflowMessage message) {
    switch (message.name()) {
      case "nudge" -> take(message, ClusterMessageReader.nudge(message), agenda::nudged);
      case "command" -> take(message, ClusterMessageReader.command(message), commands::add);
      case "addAction", "changeSettings" ->
          take(
              message,
              edit(message, Workflow::randomUUID),
              edit -> background.add(new Editing(edit)));
      default -> ignore(message, "unknown signal (expected: %s)".formatted(SIGNALS));
    }
  }

  @Override
  public void validate(WorkflowMessage message) {
    switch (message.name()) {
      case "decide", "command" -> ClusterMessageReader.command(message).orReject();
      // A validator may not draw an id: that would change what comes after it.
      default -> edit(message, () -> NO_ID).orReject();
    }
  }

  @Override
  public CommandOutcome update(WorkflowMessage message) {
    return switch (message.name()) {
      case "decide", "command" -> commands.ask(ClusterMessageReader.command(message).orReject());
      default -> {
        Editing editing = new Editing(edit(message, Workflow::randomUUID).orReject());
        background.add(editing);
        Workflow.await(() -> editing.outcome.isPresent());
        yield editing.outcome.orElseThrow();
      }
    };
  }

  /** Shows which of the commands were refused: nobody answers a signal. */
  void carriedOut(List<ActionCommand> carried, List<CommandOutcome> outcomes) {
    for (int i = 0; i < Math.min(carried.size(), outcomes.size()); i++) {
      ActionCommand command = carried.get(i);
      String what =
          "%s of action %s"
              .formatted(command.verb().name().toLowerCase(Locale.ROOT), command.action());
      showRefused(what, command.by(), outcomes.get(i));
    }
  }

  String markdown() {
    return background
            .trouble()
            .map(what -> "> **In trouble**: " + Markdown.text(what) + "\n\n")
            .orElse("")
        + ignored.markdown();
  }

  /** Whether the execution may end without losing what was said. */
  boolean isOver() {
    return background.isIdle() && Workflow.isEveryHandlerFinished();
  }

  private interface Taker<T> {
    void take(T value);
  }

  private <T> void take(WorkflowMessage message, ParsedMessage<T> parsed, Taker<T> taker) {
    switch (parsed) {
      case ParsedMessage.Understood<T>(T value) -> taker.take(value);
      case ParsedMessage.NotUnderstood<T>(String why) -> ignore(message, why);
    }
  }

  private ParsedMessage<Edit> edit(WorkflowMessage message, Supplier<UUID> newId) {
    return switch (message.name()) {
      case "addAction" ->
          ClusterMessageReader.action(cluster, message, newId).map(ClusterMessages::add);
      case "changeSettings" ->
          ClusterMessageReader.settings(cluster, message).map(ClusterMessages::change);
      default ->
          new ParsedMessage.NotUnderstood<>(
              "unknown update '%s' (expected: %s)".formatted(message.name(), UPDATES));
    };
  }

  private static Edit add(RequestedAction action) {
    return new Edit(
        "addAction",
        action.by(),
        action.node().stream().toList(),
        activities -> activities.addAction(action));
  }

  private static Edit change(SettingsRequest settings) {
    return new Edit(
        "changeSettings",
        settings.by(),
        List.of(),
        activities -> activities.changeSettings(settings));
  }

  private void ignore(WorkflowMessage message, String why) {
    ignored.add(message, why);
    shown.run();
  }

  private void showRefused(String what, String by, CommandOutcome outcome) {
    if (outcome.result() == Result.REFUSED) {
      ignored.refused(what, Optional.of(by), outcome.text());
    }
  }

  private void audit(List<BadSignal> signals) {
    activities(Summaries.AUDIT_OF_IGNORED)
        .ignored(new IgnoredSignals(cluster, Optional.empty(), signals));
  }

  private static CycleActivities activities(String summary) {
    return Workflow.newLocalActivityStub(
        CycleActivities.class, CycleOptions.recordKeeping(summary));
  }

  /** Records what a person wants, and has a cycle look at it. */
  private final class Editing implements BackgroundJobs.Job {

    private final Edit edit;
    private Optional<CommandOutcome> outcome = Optional.empty();

    Editing(Edit edit) {
      this.edit = edit;
    }

    @Override
    public void run() {
      CommandOutcome result = edit.work().apply(activities(Summaries.edit(edit.what(), edit.by())));
      if (result.result() == Result.APPLIED) {
        agenda.nudged(new Nudge(edit.nodes(), edit.by()));
      }
      showRefused(edit.what(), edit.by(), result);
      outcome = Optional.of(result);
      shown.run();
    }

    @Override
    public void leaveOut() {
      outcome = Optional.of(CommandOutcome.refused("not done; ask again"));
    }
  }
}
