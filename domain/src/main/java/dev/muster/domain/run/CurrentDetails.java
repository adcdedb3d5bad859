package dev.muster.domain.run;

import dev.muster.domain.shown.Markdown;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A run as Markdown, for Temporal's current details: the stages, their nodes, what waits and why.
 */
public final class CurrentDetails {

  /** No answer is longer than this, in bytes of UTF-8: Temporal allows 20,000. */
  public static final int MAX_BYTES = 15_000;

  private static final int NAMES_PER_REASON = 5;
  private static final int MAX_CELL = 200;

  /**
   * Something that waits.
   *
   * @param what a node, or an action where there is no node
   * @param code the reason's name
   * @param text the reason in one sentence
   */
  public record Waiting(String what, String code, String text) {}

  private CurrentDetails() {}

  /**
   * Prints a run.
   *
   * @param why the last decision's reason, in words
   * @param waiting in order of service; the same reason is printed once for all who share it
   * @param settling how many nodes of the open stage only settle
   */
  public static String markdown(RunSituation run, String why, List<Waiting> waiting, int settling) {
    Page page = new Page();
    page.line("**" + Markdown.cell(Progress.summary(run, settling), MAX_CELL) + "**");
    page.line("");
    page.line(Markdown.cell(why, MAX_CELL));
    page.line("");
    page.line("| # | stage | state | nodes | ok | failed | running | pending | other |");
    page.line("|--:|---|---|--:|--:|--:|--:|--:|--:|");
    List<String> rows = run.stages().stream().map(stage -> row(run, stage)).toList();
    page.list(rows, "| … | %d more stages | | | | | | | |", MAX_BYTES / 2);
    if (!waiting.isEmpty()) {
      page.line("");
      page.line("| waiting | reason | why |");
      page.line("|---|---|---|");
      page.list(reasons(waiting), "| … | %d more reasons | |", MAX_BYTES);
    }
    return page.text.toString();
  }

  private static String row(RunSituation run, RunSituation.Stage stage) {
    RunSituation.NodeCounts counts = stage.counts();
    return "| %d | %s%s | %s | %d | %d | %d of %d | %d | %d | %d |"
        .formatted(
            stage.plan().index() + 1,
            Markdown.cell(stage.plan().name(), MAX_CELL),
            stage.plan().kind() == StagePlan.Kind.ROLLBACK ? " (rollback)" : "",
            Progress.stateOf(run, stage).word(),
            counts.total(),
            counts.succeeded(),
            counts.failed(),
            stage.plan().rules().maxFailures(),
            counts.running(),
            counts.pending(),
            counts.skipped() + counts.cancelled());
  }

  private static List<String> reasons(List<Waiting> waiting) {
    record Reason(String code, String text) {}
    Map<Reason, List<String>> byReason = new LinkedHashMap<>();
    for (Waiting one : waiting) {
      byReason
          .computeIfAbsent(new Reason(one.code(), one.text()), reason -> new ArrayList<>())
          .add(one.what());
    }
    List<String> rows = new ArrayList<>();
    byReason.forEach((reason, who) -> {
      int shown = Math.min(NAMES_PER_REASON, who.size());
      String more = who.size() > shown ? " and %d more".formatted(who.size() - shown) : "";
      rows.add(
          "| %s | %s | %s |"
              .formatted(
                  Markdown.cell(String.join(", ", who.subList(0, shown)) + more, MAX_CELL),
                  Markdown.text(reason.code()),
                  Markdown.cell(reason.text(), MAX_CELL)));
    });
    return rows;
  }

  /** Collects lines as long as there is room. */
  private static final class Page {
    private static final int ROOM_FOR_THE_REST = 400;
    private final StringBuilder text = new StringBuilder();
    private int bytes;

    void line(String line) {
      text.append(line).append('\n');
      bytes += size(line);
    }

    /** Prints what fits into the first {@code upTo} bytes and says how many lines did not. */
    void list(List<String> lines, String rest, int upTo) {
      int printed = 0;
      for (String line : lines) {
        if (bytes + size(line) > upTo - ROOM_FOR_THE_REST) {
          line(rest.formatted(lines.size() - printed));
          return;
        }
        line(line);
        printed++;
      }
    }

    private static int size(String line) {
      return line.getBytes(StandardCharsets.UTF_8).length + 1;
    }
  }
}
