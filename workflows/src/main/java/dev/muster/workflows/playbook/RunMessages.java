package dev.muster.workflows.playbook;

import dev.muster.workflows.contract.BadSignal;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.CommandOutcome.Result;
import dev.muster.workflows.contract.IgnoredSignals;
import dev.muster.workflows.contract.PlaybookActivities;
import dev.muster.workflows.contract.PlaybookOptions;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.signals.BackgroundJobs;
import dev.muster.workflows.signals.IgnoredMessages;
import dev.muster.workflows.signals.NamedHandlers;
import dev.muster.workflows.signals.ParsedMessage;
import dev.muster.workflows.signals.WorkflowMessage;
import dev.muster.workflows.temporalui.Summaries;
import dev.muster.workflows.waiting.CommandQueue;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.Optional;

/**
 * What people say to a run: understood and put into the queue of commands, or shown as ignored and
 * kept in the audit.
 */
final class RunMessages implements NamedHandlers.Listener {

  private final RunInput input;
  private final CommandQueue<RunCommand> commands;
  private final Runnable shown;
  private final BackgroundJobs background = new BackgroundJobs();
  private final IgnoredMessages ignored = new IgnoredMessages(background, this::audit);

  /**
   * @param shown to be called when there is something new to show
   */
  RunMessages(RunInput input, CommandQueue<RunCommand> commands, Runnable shown) {
    this.input = input;
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
    Optional<RunCommand.Verb> verb = RunMessageReader.verb(message.name());
    if (verb.isEmpty()) {
      ignore(message, "unknown signal (expected: %s)".formatted(RunMessageReader.VERBS));
      return;
    }
    switch (RunMessageReader.instruction(verb.get(), message)) {
      case ParsedMessage.Understood<RunCommand>(RunCommand command) -> commands.add(command);
      case ParsedMessage.NotUnderstood<RunCommand>(String why) -> ignore(message, why);
    }
  }

  @Override
  public void validate(WorkflowMessage message) {
    command(message).orReject();
  }

  @Override
  public CommandOutcome update(WorkflowMessage message) {
    return commands.ask(command(message).orReject());
  }

  /** Shows which of the commands were refused: nobody answers a signal. */
  void carriedOut(List<RunCommand> carried, List<CommandOutcome> outcomes) {
    for (int i = 0; i < Math.min(carried.size(), outcomes.size()); i++) {
      if (outcomes.get(i).result() == Result.REFUSED) {
        RunCommand command = carried.get(i);
        ignored.refused(
            command.verb().word(), Optional.of(command.instruction().by()), outcomes.get(i).text());
      }
    }
  }

  String markdown() {
    return ignored.markdown();
  }

  /** Whether the execution may end without losing what was said. */
  boolean isOver() {
    return background.isIdle() && Workflow.isEveryHandlerFinished();
  }

  private static ParsedMessage<RunCommand> command(WorkflowMessage message) {
    return RunMessageReader.verb(message.name())
        .map(verb -> RunMessageReader.instruction(verb, message))
        .orElseGet(() ->
            message.name().equals("instruct")
                ? RunMessageReader.command(message)
                : new ParsedMessage.NotUnderstood<>(
                    "unknown update '%s' (expected: instruct, %s)"
                        .formatted(message.name(), RunMessageReader.VERBS)));
  }

  private void ignore(WorkflowMessage message, String why) {
    ignored.add(message, why);
    shown.run();
  }

  private void audit(List<BadSignal> signals) {
    Workflow.newLocalActivityStub(
            PlaybookActivities.class, PlaybookOptions.recordKeeping(Summaries.AUDIT_OF_IGNORED))
        .ignored(new IgnoredSignals(input.cluster(), Optional.of(input.run()), signals));
  }
}
