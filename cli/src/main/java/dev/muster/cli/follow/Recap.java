package dev.muster.cli.follow;

import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Mark;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.StyledLine;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What became of a run: each node with its steps, its result and its time, and the verdict. */
public final class Recap {
  private static final int MOST_ROWS = 40;

  private record Row(StageView stage, NodeView node) {}

  private Recap() {}

  /** The table and the verdict, the verdict last. */
  public static List<String> lines(RunView run, Instant now, Terminal terminal, String command) {
    List<String> lines = new ArrayList<>(table(run, now, terminal));
    if (!lines.isEmpty()) {
      lines.add("");
    }
    lines.addAll(verdict(run, now, terminal, command));
    return lines;
  }

  /** The verdict alone, with a hint where to look after a failure. */
  public static List<String> verdict(RunView run, Instant now, Terminal terminal, String command) {
    List<String> lines = new ArrayList<>();
    lines.add(verdictLine(run, now, terminal));
    lines.addAll(whereToLook(run, command));
    return lines;
  }

  private static List<String> table(RunView run, Instant now, Terminal terminal) {
    List<Row> rows =
        run.shownStages().stream()
            .flatMap(stage -> stage.nodes().stream().map(node -> new Row(stage, node)))
            .toList();
    List<Row> shown = rows;
    if (rows.size() > MOST_ROWS || run.isSampled()) {
      shown = rows.stream().filter(row -> row.node().mark() != Mark.OK).limit(MOST_ROWS).toList();
    }
    Table table = Table.of("NODE", "STAGE", "STEPS", "RESULT", "TOOK");
    shown.forEach(row -> table.row(cells(row, now)));
    List<String> lines = new ArrayList<>(table.isEmpty() ? List.of() : table.lines(terminal));
    if (run.isSampled()) {
      lines.add(rest(run.counts(), shown.size()));
    } else if (shown.size() < rows.size()) {
      lines.add(rest(rows, shown.size(), now));
    }
    return lines;
  }

  private static String rest(StageView.Counts counts, int shown) {
    String fine = Text.count(counts.succeeded(), "node") + " succeeded";
    int others = counts.total() - counts.succeeded() - shown;
    return others > 0 ? "and %d more that did not succeed; %s".formatted(others, fine) : fine;
  }

  private static List<Cell> cells(Row row, Instant now) {
    NodeView node = row.node();
    long done =
        node.steps().stream()
            .filter(s -> s.mark() == Mark.OK)
            .map(StepView::step)
            .distinct()
            .count();
    String failure = node.failed() ? node.failure() : "";
    String at =
        node.steps().stream()
            .filter(s -> node.failed() && s.mark() == Mark.FAILED)
            .map(step -> " at " + step.step())
            .reduce("", (first, last) -> last);
    String word = node.pending() ? "not started" : node.stateWord();
    String result = word + at + (failure.isEmpty() ? "" : ": " + failure);
    return List.of(
        Cell.of(node.node()),
        Cell.of(row.stage().name()),
        Cell.of("%d/%d".formatted(done, row.stage().rules().steps().size())),
        new Cell(result, node.mark().colour()),
        Cell.of(node.took(now).map(TimeText::took).orElse("")));
  }

  private static String rest(List<Row> rows, int shown, Instant now) {
    List<Row> fine = rows.stream().filter(row -> row.node().mark() == Mark.OK).toList();
    int others = rows.size() - fine.size() - shown;
    String more = others > 0 ? "and %d more that did not succeed; ".formatted(others) : "";
    List<Row> byTime =
        fine.stream().sorted(Comparator.comparing(row -> took(row.node(), now))).toList();
    if (byTime.isEmpty()) {
      return more + "no node succeeded";
    }
    Row slowest = byTime.getLast();
    return "%s%s succeeded (median %s, slowest %s with %s)"
        .formatted(
            more,
            Text.count(fine.size(), "node"),
            TimeText.took(took(byTime.get(byTime.size() / 2).node(), now)),
            slowest.node().node(),
            TimeText.took(took(slowest.node(), now)));
  }

  private static Duration took(NodeView node, Instant now) {
    return node.took(now).orElse(Duration.ZERO);
  }

  private static String verdictLine(RunView run, Instant now, Terminal terminal) {
    StageView.Counts counts = run.counts();
    StyledLine line = new StyledLine();
    if (terminal.style() != Style.WORDS) {
      line.add(run.mark(), terminal.style()).add(" ");
    }
    line.add(run.ending(), Colour.ofState(run.state()));
    line.add(
        " · %s on %s · %d/%d ok · %d failed%s · took %s"
            .formatted(
                run.playbook(),
                run.cluster(),
                counts.succeeded(),
                counts.total(),
                counts.failed(),
                counts.skipped() == 0 ? "" : " · %d skipped".formatted(counts.skipped()),
                TimeText.took(run.took(now))));
    // The verdict is the line that must be read whole; a terminal may wrap it.
    return line.render(terminal.style(), Terminal.UNLIMITED);
  }

  private static List<String> whereToLook(RunView run, String command) {
    return run.stages().stream()
        .flatMap(stage -> stage.nodes().stream())
        .filter(NodeView::failed)
        .flatMap(
            node -> node.steps().reversed().stream().filter(s -> s.mark() == Mark.FAILED).limit(1))
        .filter(step -> !step.action().isEmpty())
        .limit(1)
        .map(step -> "  look: %s action show %s".formatted(command, step.shortAction()))
        .toList();
  }
}
