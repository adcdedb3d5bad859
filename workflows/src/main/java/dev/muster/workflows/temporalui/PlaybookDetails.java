package dev.muster.workflows.temporalui;

import dev.muster.domain.run.ProgressState;
import dev.muster.domain.shown.Markdown;
import dev.muster.domain.shown.Shortened;
import dev.muster.workflows.contract.RunCommand.Verb;
import dev.muster.workflows.contract.RunInput;
import dev.muster.workflows.contract.RunStanding;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import java.util.List;
import java.util.Optional;

/** The Markdown that a person sees as the current details of a run. */
public final class PlaybookDetails {

  /** Temporal's limit of details, in bytes. */
  private static final int MAX_BYTES = 20_000;

  private PlaybookDetails() {}

  /** The details that stay as they are: what the caller says, as far as there is room. */
  public static String atTheStart(String details) {
    return Shortened.toBytes(MAX_BYTES, details);
  }

  /**
   * Made anew whenever something changed.
   *
   * @param input of the run, for an execution without a summary
   * @param trouble what keeps the run from being moved
   * @param ignored signals that did nothing, as Markdown
   */
  public static String markdown(
      RunInput input, RunStanding standing, Optional<String> trouble, String ignored) {
    StringBuilder text = new StringBuilder(1_000);
    continued(input, text);
    trouble.ifPresent(
        what -> text.append("> **In trouble**: ").append(Markdown.text(what)).append("\n\n"));
    text.append(
        standing.details().isEmpty()
            ? standing.why() + "\n"
            : Markdown.withRoom(standing.details()));
    commands(standing, text);
    if (!ignored.isEmpty()) {
      text.append('\n').append(ignored);
    }
    return text.toString();
  }

  /** The engine takes the fixed summary and details from no execution to the next. */
  private static void continued(RunInput input, StringBuilder text) {
    WorkflowInfo info = Workflow.getInfo();
    if (info.getContinuedExecutionRunId().isPresent()) {
      text.append(
          "%s on %s, by %s; the reason and the plan are in the details of the first execution, `%s`\n\n"
              .formatted(
                  Markdown.text(input.playbook()),
                  input.cluster(),
                  Markdown.code(input.requester()),
                  info.getFirstExecutionRunId()));
    }
  }

  /** What a person can do now, as commands to be copied. */
  private static void commands(RunStanding standing, StringBuilder text) {
    List<Verb> verbs = possible(standing.state());
    if (verbs.isEmpty() || standing.superseded()) {
      return;
    }
    if (standing.state() == ProgressState.PENDING_APPROVE && standing.answer().isPresent()) {
      // What could be typed here would be refused.
      text.append(
              "\n**Waits for approval.** Who says so through Temporal is not known: use\n\n```\n")
          .append(standing.answer().get())
          .append("\n```\n");
      return;
    }
    text.append('\n').append(intent(standing.state())).append('\n');
    // Each by itself: who copies a whole block wants to do one thing.
    verbs.forEach(verb ->
        text.append("\n```\n")
            .append(TemporalCommand.update(verb.word(), TemporalCommand.BY_AND_WHY))
            .append("```\n"));
  }

  private static String intent(ProgressState state) {
    if (state == ProgressState.PENDING_APPROVE) {
      return "**Waits for approval.** To approve it, or to refuse it:";
    }
    return state == ProgressState.PAUSED
        ? "**Paused.** To go on, or to give it up:"
        : "To pause it, or to give it up:";
  }

  private static List<Verb> possible(ProgressState state) {
    if (state.isFinal()) {
      return List.of();
    }
    if (state == ProgressState.PENDING_APPROVE) {
      return List.of(Verb.APPROVE, Verb.REJECT);
    }
    return List.of(state == ProgressState.PAUSED ? Verb.RESUME : Verb.PAUSE, Verb.CANCEL);
  }
}
