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
  private final BackgroundJobs aside = new BackgroundJobs();
  private final IgnoredMessages ignored = new IgnoredMessages(aside, this::audit);

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
    aside.start();
    NamedHandlers.register(this);
  }

  @Override
  public void signal(WorkflowMessage said) {
    Optional<RunCommand.Verb> verb = RunMessageReader.verb(said.name());
    if (verb.isEmpty()) {
      ignore(said, "unknown signal (expected: %s)".formatted(RunMessageReader.VERBS));
      return;
    }
    switch (RunMessageReader.instruction(verb.get(), said)) {
      case ParsedMessage.Understood<RunCommand>(RunCommand command) -> commands.add(command);
      case ParsedMessage.NotUnderstood<RunCommand>(String why) -> ignore(said, why);
    }
  }

  @Override
  public void validate(WorkflowMessage said) {
    command(said).orReject();
  }

  @Override
  public CommandOutcome update(WorkflowMessage said) {
    return commands.ask(command(said).orReject());
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
    return aside.isIdle() && Workflow.isEveryHandlerFinished();
  }

  private static ParsedMessage<RunCommand> command(WorkflowMessage said) {
    return RunMessageReader.verb(said.name())
        .map(verb -> RunMessageReader.instruction(verb, said))
        .orElseGet(() ->
            said.name().equals("instruct")
                ? RunMessageReader.command(said)
                : new ParsedMessage.NotUnderstood<>(
                    "unknown update '%s' (expected: instruct, %s)"
                        .formatted(said.name(), RunMessageReader.VERBS)));
  }

  private void ignore(WorkflowMessage said, String why) {
    ignored.add(said, why);
    shown.run();
  }

  private void audit(List<BadSignal> signals) {
    Workflow.newLocalActivityStub(
            PlaybookActivities.class, PlaybookOptions.recordKeeping(Summaries.AUDIT_OF_IGNORED))
        .ignored(new IgnoredSignals(input.cluster(), Optional.of(input.run()), signals));
  }
}
