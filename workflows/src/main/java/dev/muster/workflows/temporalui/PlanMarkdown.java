package dev.muster.workflows.temporalui;

import dev.muster.domain.playbook.PlannedStage;
import dev.muster.domain.playbook.RunPlan;
import dev.muster.domain.run.StepPlan;
import dev.muster.domain.shown.Markdown;
import java.util.stream.Collectors;

/** What Temporal's Web UI says of a run when it starts: why, and what it will do. */
public final class PlanMarkdown {

  /** Temporal allows 20,000 bytes; a stage is at most a few hundred. */
  private static final int MAX_STAGES = 40;

  private static final int MAX_TEXT = 300;

  private PlanMarkdown() {}

  /**
   * The reason, the ticket and the stages, as far as there is room.
   *
   * @param reason may be empty, as may be {@code ticket}
   */
  public static String of(String reason, String ticket, RunPlan plan) {
    StringBuilder text = new StringBuilder();
    if (!reason.isEmpty()) {
      text.append("**Reason:** ").append(Markdown.cell(reason, MAX_TEXT)).append("\n\n");
    }
    if (!ticket.isEmpty()) {
      text.append("**Ticket:** ").append(Markdown.cell(ticket, MAX_TEXT)).append("\n\n");
    }
    text.append("**Plan** ").append(plan.hash(), 0, Math.min(12, plan.hash().length()));
    text.append("\n\n| # | stage | nodes | at once | steps |\n|--:|---|--:|--:|---|\n");
    plan.stages().stream().limit(MAX_STAGES).map(PlanMarkdown::row).forEach(text::append);
    return Markdown.withRoom(text.toString());
  }

  private static String row(PlannedStage stage) {
    String steps =
        stage.plan().steps().stream().map(StepPlan::name).collect(Collectors.joining(", "));
    return "| %d | %s | %d | %d | %s |%n"
        .formatted(
            stage.plan().index() + 1,
            Markdown.cell(stage.plan().name(), MAX_TEXT),
            stage.plan().rules().targets(),
            stage.plan().rules().concurrency(),
            Markdown.cell(steps, MAX_TEXT));
  }
}
