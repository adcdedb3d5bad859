package dev.muster.workflows.temporalui;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.shown.Markdown;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.OrchestrationStatus;
import java.util.Optional;

/** The Markdown that a person sees as the current details of an orchestration. */
public final class OrchestrationDetails {

  private OrchestrationDetails() {}

  /** The details that stay as they are. */
  public static String atTheStart(ClusterName cluster) {
    return "Looks after the actions of cluster `%s`, for as long as the cluster exists."
        .formatted(cluster);
  }

  /**
   * Made anew whenever something changed.
   *
   * @param trouble what keeps it from cycling
   * @param ignored signals that did nothing, as Markdown
   */
  public static String markdown(
      OrchestrationStatus status, Optional<String> trouble, String ignored) {
    StringBuilder text = new StringBuilder(400);
    text.append("**").append(status.fence().cluster()).append("** ").append(status.doing());
    trouble.ifPresent(what -> text.append("\n\n> **In trouble**: ").append(Markdown.text(what)));
    status.lastCycle().ifPresent(report -> append(text, report));
    if (!ignored.isEmpty()) {
      text.append("\n\n").append(ignored);
    }
    return Markdown.withRoom(text.toString());
  }

  private static void append(StringBuilder text, CycleReport report) {
    text.append("\n\nCycle ")
        .append(report.fence().cycle())
        .append(" of epoch ")
        .append(report.fence().epoch())
        .append("\n\n| nodes | synced | unreachable | changed | started | waiting | unfinished |\n")
        .append("|---|---|---|---|---|---|---|\n");
    text.append("| ")
        .append(report.figures().clusterNodes())
        .append(" | ")
        .append(report.figures().synced())
        .append(" | ")
        .append(report.figures().unreachable())
        .append(" | ")
        .append(report.figures().changed())
        .append(" | ")
        .append(report.figures().started())
        .append(" | ")
        .append(report.figures().waiting())
        .append(" | ")
        .append(report.figures().unfinished())
        .append(" |\n");
    if (!report.waits().isEmpty()) {
      text.append("\n**What waits, and why**\n");
      report.waits().forEach(line -> text.append("\n- ").append(oneLine(line)));
      if (report.waits().stream().anyMatch(line -> line.endsWith("waits for approval"))) {
        text.append("\n\nTo approve one, or to refuse it (`reject`):\n\n```\n")
            .append(TemporalCommand.update("command", TemporalCommand.APPROVE))
            .append("```\n");
      }
    }
    if (!report.notes().isEmpty()) {
      text.append("\n\n**Notes of this cycle**\n");
      report.notes().forEach(note -> text.append("\n- ").append(Markdown.text(note)));
    }
  }

  /** Ours, with Markdown in it on purpose. */
  private static String oneLine(String text) {
    return text.replace('\n', ' ').replace("<", "\\<");
  }
}
