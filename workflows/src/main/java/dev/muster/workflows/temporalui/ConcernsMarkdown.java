package dev.muster.workflows.temporalui;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.shown.Markdown;
import dev.muster.domain.shown.Shortened;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** The nodes of a run that somebody should look at, as a part of its current details. */
public final class ConcernsMarkdown {

  private static final int SHOWN = 10;
  private static final int LONGEST = 200;

  /** A node that failed, and why. */
  public record Failed(NodeId node, String stage, String why) {}

  /** A node in work whose agent does not answer. */
  public record Silent(NodeId node, Instant since, String error) {}

  private ConcernsMarkdown() {}

  /**
   * Empty when all is well.
   *
   * @param allFailed how many nodes failed, of which not all may be among {@code failed}
   */
  public static String of(int allFailed, List<Failed> failed, List<Silent> silent) {
    StringBuilder text = new StringBuilder();
    list(text, "What failed", failed.stream().map(ConcernsMarkdown::line).toList(), allFailed);
    list(
        text,
        "Whose agents do not answer",
        silent.stream().map(ConcernsMarkdown::line).toList(),
        silent.size());
    return text.toString();
  }

  private static String line(Failed failed) {
    return "%s in stage %s: %s"
        .formatted(code(failed.node().value()), Markdown.text(failed.stage()), code(failed.why()));
  }

  private static String line(Silent silent) {
    return "%s since %s: %s"
        .formatted(
            code(silent.node().value()),
            silent.since().truncatedTo(ChronoUnit.SECONDS),
            code(silent.error()));
  }

  private static void list(StringBuilder text, String heading, List<String> lines, int all) {
    if (lines.isEmpty()) {
      return;
    }
    text.append("\n**").append(heading).append("**\n\n");
    lines.stream().limit(SHOWN).forEach(line -> text.append("- ").append(line).append('\n'));
    if (all > SHOWN) {
      text.append("- and %d more\n".formatted(all - SHOWN));
    }
  }

  /** What somebody else wrote, such as an agent. */
  private static String code(String text) {
    return Markdown.code(Shortened.to(LONGEST, text));
  }
}
