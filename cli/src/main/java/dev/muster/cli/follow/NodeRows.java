package dev.muster.cli.follow;

import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Mark;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.StyledLine;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The nodes of one stage: a row each, or, when there are more than rows, a strip with one sign for
 * each and rows for those that somebody may want to look at.
 */
final class NodeRows {
  private static final int INDENT = 4;
  private static final int TAIL = 12;

  // With less room, the rows of the nodes in work say more.
  private static final int LEAST_FOR_STRIP = 4;

  private final StageView stage;
  private final Instant now;
  private final Terminal terminal;
  private final int nameWidth;
  private final int cellWidth;
  private final boolean roomy;

  NodeRows(StageView stage, Instant now, Terminal terminal) {
    this.stage = stage;
    this.now = now;
    this.terminal = terminal;
    int longest = stage.nodes().stream().mapToInt(n -> Text.width(n.node())).max().orElse(0);
    this.nameWidth = Math.min(longest, Math.max(8, terminal.width() / 3));
    this.cellWidth = stage.rules().steps().stream().mapToInt(this::cellWidth).max().orElse(0);
    this.roomy =
        INDENT + nameWidth + (cellWidth + 2) * stage.rules().steps().size() + TAIL
            <= terminal.width();
  }

  /** As much as {@code room} lines can show. */
  List<StyledLine> within(int room) {
    if (stage.sampled().isEmpty() && stage.nodes().size() <= room) {
      return stage.nodes().stream().map(this::row).toList();
    }
    boolean telling = stage.standing().openedAt().isPresent() && stage.mark() != Mark.OK;
    return room >= 2 && telling ? collapsed(room) : List.of();
  }

  private List<StyledLine> collapsed(int room) {
    List<StyledLine> lines = new ArrayList<>();
    int perLine = terminal.width() - INDENT;
    int stripLines = (stage.nodes().size() + perLine - 1) / perLine;
    boolean known = stage.sampled().isEmpty();
    if (known && room >= LEAST_FOR_STRIP && stripLines <= room / 2) {
      lines.addAll(strip(perLine));
    }
    List<NodeView> telling = telling();
    int rows = room - lines.size();
    int all = stage.counts().failed() + stage.counts().running();
    int shown = Math.min(telling.size(), all <= rows ? all : rows - 1);
    telling.stream().limit(Math.max(0, shown)).map(this::row).forEach(lines::add);
    if (shown >= 0 && shown < all) {
      lines.add(indented().add("… and " + rest(telling.subList(0, shown)), Colour.DIM));
    }
    return lines;
  }

  private List<StyledLine> strip(int perLine) {
    List<StyledLine> lines = new ArrayList<>();
    for (NodeView node : stage.nodes()) {
      if (lines.isEmpty() || lines.getLast().width() >= INDENT + perLine) {
        lines.add(indented());
      }
      lines.getLast().add(node.mark(), terminal.style());
    }
    return lines;
  }

  /** Failed ones, then those in work, the longest first; the others are only counted. */
  private List<NodeView> telling() {
    List<NodeView> telling =
        new ArrayList<>(stage.nodes().stream().filter(NodeView::failed).toList());
    stage.nodes().stream()
        .filter(NodeView::inWork)
        .sorted(Comparator.comparing(node -> node.startedAt().orElse(Instant.MAX)))
        .forEach(telling::add);
    return telling;
  }

  private String rest(List<NodeView> shown) {
    long shownFailed = shown.stream().filter(NodeView::failed).count();
    long failed = stage.counts().failed() - shownFailed;
    long running = stage.counts().running() - (shown.size() - shownFailed);
    if (failed == 0) {
      return running + " more in work";
    }
    return failed + " more failed" + (running == 0 ? "" : ", %d in work".formatted(running));
  }

  private StyledLine row(NodeView node) {
    StyledLine line = indented();
    line.add(Text.fit(Text.clean(node.node()), nameWidth, terminal.style()), nameColour(node));
    line.to(INDENT + nameWidth + 2);
    if (roomy) {
      wide(node, line);
    } else {
      narrow(node, line);
    }
    return tail(node, line);
  }

  private void wide(NodeView node, StyledLine line) {
    for (String name : stage.rules().steps()) {
      int start = line.width();
      Mark mark = mark(node, name);
      String label = label(node, name);
      if (terminal.style() == Style.WORDS) {
        line.add(label + " " + mark.word());
      } else {
        Colour colour = mark == Mark.PENDING ? Colour.DIM : Colour.NONE;
        line.add(mark, terminal.style()).add(" ").add(label, colour);
      }
      line.to(start + cellWidth + 2);
    }
  }

  private void narrow(NodeView node, StyledLine line) {
    int start = line.width();
    stage.rules().steps().forEach(name -> line.add(mark(node, name), terminal.style()));
    line.to(start + stage.rules().steps().size() + 1);
    node.inHand()
        .filter(step -> node.inWork() && !node.settling())
        .ifPresent(step -> line.add(label(node, step.step())).add(" "));
  }

  private StyledLine tail(NodeView node, StyledLine line) {
    String took = node.took(now).map(time -> time(node, time)).orElse("");
    if (node.failed()) {
      String failure = node.failure();
      return line.add(node.stateWord() + (failure.isEmpty() ? "" : ": " + failure), Colour.RED);
    }
    if (!node.inWork()) {
      return line.add(node.pending() ? "" : took, Colour.DIM);
    }
    if (node.settling()) {
      if (terminal.style() != Style.WORDS) {
        line.add(Mark.WAITING, terminal.style()).add(" ");
      }
      line.add(node.settlingText(), Colour.YELLOW);
      return line.add("  " + took, Colour.DIM);
    }
    line.add(took);
    if (!node.reason().isEmpty()) {
      line.add("  " + node.reason(), Colour.YELLOW);
    }
    node.waitsFor().ifPresent(wait -> line.add("  waits: " + wait.text(), Colour.YELLOW));
    return line;
  }

  private Mark mark(NodeView node, String step) {
    if (node.step(step).isEmpty() && node.isFinal()) {
      return Mark.NOT_RUN;
    }
    // An action that waits on a node where nothing has begun is no news; the reasons stand below.
    return node.pending() ? Mark.PENDING : node.step(step).map(StepView::mark).orElse(Mark.PENDING);
  }

  private static String label(NodeView node, String step) {
    int attempt = node.step(step).map(StepView::attempt).orElse(1);
    return attempt > 1 ? step + " #" + attempt : step;
  }

  private int cellWidth(String step) {
    int label = stage.nodes().stream().mapToInt(n -> Text.width(label(n, step))).max().orElse(0);
    return label + (terminal.style() == Style.WORDS ? " cancelled".length() : 2);
  }

  private static String time(NodeView node, Duration took) {
    return node.isFinal() ? TimeText.took(took) : TimeText.running(took);
  }

  private static Colour nameColour(NodeView node) {
    return node.failed() ? Colour.RED : Colour.NONE;
  }

  private static StyledLine indented() {
    return new StyledLine().add(" ".repeat(INDENT));
  }
}
