package dev.muster.cli.follow;

import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Mark;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.StyledLine;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The picture of a run: what it is, its stages with their nodes and steps, and what waits and why.
 * A pure function of the run, the time and the room: never higher than the terminal, whatever the
 * number of stages and nodes, and never wider.
 */
public final class RunGrid {
  private static final int HEADER = 2;
  private static final int MOST_NOTES = 8;

  private final RunView run;
  private final Instant now;
  private final Terminal terminal;
  private final String command;
  private final List<StyledLine> lines = new ArrayList<>();

  private RunGrid(RunView run, Instant now, Terminal terminal, String command) {
    this.run = run;
    this.now = now;
    this.terminal = terminal;
    this.command = command;
  }

  /**
   * The picture.
   *
   * @param command how the person starts this program, for the hints
   */
  public static List<String> lines(RunView run, Instant now, Terminal terminal, String command) {
    return new RunGrid(run, now, terminal, command).draw();
  }

  private List<String> draw() {
    // The cursor stands on the line below the picture, so one line is its.
    int height = terminal.height() - 1;
    List<StyledLine> notes =
        RunNotes.of(run, now, terminal.style(), command, Math.min(MOST_NOTES, height / 3));
    int noteLines = notes.isEmpty() ? 0 : notes.size() + 1;
    header();
    stages(height - HEADER - 1 - noteLines);
    if (!notes.isEmpty()) {
      lines.add(new StyledLine());
      lines.addAll(notes);
    }
    return lines.stream()
        .limit(height)
        .map(line -> line.render(terminal.style(), terminal.width()))
        .toList();
  }

  private void header() {
    StyledLine first = new StyledLine();
    if (terminal.style() != Style.WORDS) {
      first.add(run.mark(), terminal.style()).add(" ");
    }
    lines.add(first.add(run.headline(), Colour.BOLD));
    lines.add(new StyledLine().add(identity(), Colour.DIM));
    lines.add(new StyledLine());
  }

  private String identity() {
    List<String> parts = new ArrayList<>();
    parts.add("run " + run.shortId() + " on " + run.cluster());
    parts.add(
        run.isFinal()
            ? "took " + TimeText.took(run.took(now))
            : TimeText.running(run.took(now)) + " so far");
    RunView.Origin origin = run.origin();
    if (!origin.requester().isEmpty()) {
      parts.add("by " + origin.requester());
    }
    if (!origin.reason().isEmpty()) {
      parts.add(origin.reason());
    }
    if (!origin.ticket().isEmpty()) {
      parts.add(origin.ticket());
    }
    return String.join(" · ", parts);
  }

  private void stages(int room) {
    List<StageView> all = run.shownStages();
    int titles = Math.min(all.size(), Math.max(1, room / 2));
    int from = windowStart(all, titles);
    List<StageView> shown = all.subList(from, from + titles);
    int folds = (from > 0 ? 1 : 0) + (from + titles < all.size() ? 1 : 0);
    Map<Integer, List<StyledLine>> rows = rows(shown, room - titles - folds);
    if (from > 0) {
      fold("… %s before", from);
    }
    int nameWidth = shown.stream().mapToInt(s -> Text.width(s.name())).max().orElse(0);
    for (StageView stage : shown) {
      lines.add(title(stage, Math.min(nameWidth, terminal.width() / 3)));
      lines.addAll(rows.getOrDefault(stage.index(), List.of()));
    }
    if (from + titles < all.size()) {
      fold("… %s to come", all.size() - from - titles);
    }
  }

  private void fold(String pattern, int stages) {
    lines.add(new StyledLine().add(pattern.formatted(Text.count(stages, "stage")), Colour.DIM));
  }

  /** The stage in hand is always shown, with the one before it when there is room. */
  private static int windowStart(List<StageView> stages, int titles) {
    int inHand = 0;
    while (inHand < stages.size() - 1 && stages.get(inHand).isFinal()) {
      inHand++;
    }
    int wanted = titles > 1 ? inHand - 1 : inHand;
    return Math.clamp(wanted, 0, stages.size() - titles);
  }

  /** Rows go to the stages in work first, then to the failed, the latest done, the next. */
  private Map<Integer, List<StyledLine>> rows(List<StageView> shown, int room) {
    List<StageView> byInterest = new ArrayList<>(shown);
    byInterest.sort(Comparator.comparingInt(RunGrid::interest));
    Map<Integer, List<StyledLine>> rows = new HashMap<>();
    int left = room;
    for (StageView stage : byInterest) {
      List<StyledLine> own = new NodeRows(stage, now, terminal).within(Math.max(0, left));
      rows.put(stage.index(), own);
      left -= own.size();
    }
    return rows;
  }

  private static int interest(StageView stage) {
    int far = 1_000_000;
    if (stage.open()) {
      return -far;
    }
    return switch (stage.mark()) {
      case FAILED -> -far / 2;
      case PENDING -> far + stage.index();
      case OK, RUNNING, WAITING, PAUSED, SKIPPED, NOT_RUN, CANCELLED -> far - stage.index();
    };
  }

  private StyledLine title(StageView stage, int nameWidth) {
    StyledLine line = new StyledLine();
    boolean words = terminal.style() == Style.WORDS;
    if (!words) {
      line.add(stage.mark(), terminal.style()).add(" ");
    }
    int column = line.width() + nameWidth + 2;
    line.add(Text.fit(Text.clean(stage.name()), nameWidth, terminal.style()), Colour.BOLD);
    line.to(column).add(words ? stage.mark().word() + " · " : "");
    line.add(stage.rules().kind() == StageView.Kind.ROLLBACK ? "rollback · " : "", Colour.YELLOW);
    boolean untouched = stage.mark() == Mark.PENDING;
    line.add(
        untouched ? Text.count(stage.counts().total(), "node") : stage.progress(),
        untouched ? Colour.DIM : Colour.NONE);
    stage
        .took(now)
        .ifPresent(took ->
            line.add(
                "  " + (stage.open() ? TimeText.running(took) : TimeText.took(took)), Colour.DIM));
    if (stage.isFinal() && stage.mark() != Mark.OK && !stage.standing().reason().isEmpty()) {
      line.add("  " + stage.standing().reason(), stage.mark().colour());
    }
    return line;
  }
}
