package dev.muster.cli.follow;

import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Mark;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.StyledLine;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Why a run does not go on, or not faster, and what a person can do about it. */
final class RunNotes {
  private final RunView run;
  private final Instant now;
  private final Style style;
  private final String command;
  private final List<StyledLine> lines = new ArrayList<>();

  /**
   * Nodes that wait for the same reason, or, in a sampled stage, for the same kind of reason.
   *
   * @param key which tells reasons apart
   * @param node one of them
   */
  record Waiting(String key, StepView.Wait reason, int nodes, String node) {

    static Waiting ofAll(StepView.Wait reason, List<String> nodes) {
      return new Waiting(reason.text(), reason, nodes.size(), nodes.getFirst());
    }

    static Waiting ofKind(String stage, StepView.Wait reason, int nodes, String node) {
      return new Waiting(stage + " " + reason.code(), reason, nodes, node);
    }

    String sentence() {
      if (nodes == 1) {
        return node + " waits: " + reason.text();
      }
      String example = key.equals(reason.text()) ? "" : ", such as " + node;
      return Text.count(nodes, "node") + " wait" + example + ": " + reason.text();
    }
  }

  private RunNotes(RunView run, Instant now, Style style, String command) {
    this.run = run;
    this.now = now;
    this.style = style;
    this.command = command;
  }

  /** The notes, the most urgent first; at most {@code room} lines. */
  static List<StyledLine> of(RunView run, Instant now, Style style, String command, int room) {
    return run.isFinal() ? List.of() : new RunNotes(run, now, style, command).within(room);
  }

  /** What the nodes of the open stages wait for, each reason once, most nodes first. */
  static List<Waiting> waiting(RunView run) {
    List<Waiting> found = new ArrayList<>();
    Map<StepView.Wait, List<String>> byReason = new LinkedHashMap<>();
    for (StageView stage : run.stages()) {
      if (stage.open() && stage.sampled().isPresent()) {
        for (StageView.Sampled.Waits waits : stage.sampled().get().waits()) {
          StepView.Wait reason = within(run, stage, waits.reason());
          found.add(Waiting.ofKind(stage.name(), reason, waits.actions(), waits.node()));
        }
      } else if (stage.open()) {
        for (NodeView node : stage.nodes()) {
          node.waitsFor()
              .filter(wait -> node.pending())
              .map(wait -> within(run, stage, wait))
              .ifPresent(wait ->
                  byReason.computeIfAbsent(wait, key -> new ArrayList<>()).add(node.node()));
        }
      }
    }
    byReason.forEach((reason, nodes) -> found.add(Waiting.ofAll(reason, nodes)));
    found.sort(Comparator.comparingInt(Waiting::nodes).reversed());
    return found;
  }

  /** Whoever looks at a run need not be told its name, nor that of the one open stage. */
  private static StepView.Wait within(RunView run, StageView stage, StepView.Wait wait) {
    String itself = "%s %s stage %s: ".formatted(run.playbook(), run.shortId(), stage.name());
    return wait.text().startsWith(itself)
        ? new StepView.Wait(wait.code(), wait.text().substring(itself.length()))
        : wait;
  }

  private List<StyledLine> within(int room) {
    for (StageView stage : run.stages()) {
      if (stage.awaitsApproval()) {
        stage.approval().ifPresent(approval -> approval(stage, approval));
      }
    }
    run.standing().pausedBy().ifPresent(this::paused);
    run.standing().stall().ifPresent(why -> note(Mark.WAITING, why));
    // While a stage is open, its own line and the nodes' reasons say more.
    boolean open = run.stages().stream().anyMatch(StageView::open);
    if (lines.isEmpty() && !open && !run.standing().reason().isEmpty()) {
      note(Mark.WAITING, run.standing().reason());
    }
    for (StageView stage : run.stages()) {
      if (stage.open()
          && !stage.standing().reason().isEmpty()
          && !stage.standing().reason().equals(run.standing().reason())) {
        note(Mark.WAITING, stage.name() + ": " + stage.standing().reason());
      }
    }
    return cut(room);
  }

  private List<StyledLine> cut(int room) {
    List<Waiting> reasons =
        waiting(run).stream()
            .filter(
                w -> run.standing().pausedBy().isEmpty() || !w.reason().code().equals("RUN_PAUSED"))
            .toList();
    int left = Math.max(0, room - lines.size());
    int shown = reasons.size() <= left ? reasons.size() : Math.max(0, left - 1);
    reasons.stream().limit(shown).forEach(reason -> note(Mark.WAITING, reason.sentence()));
    if (shown < reasons.size() && left > 0) {
      int nodes = reasons.stream().skip(shown).mapToInt(Waiting::nodes).sum();
      String others = Text.count(reasons.size() - shown, "other reason");
      lines.add(
          new StyledLine().add("… " + Text.count(nodes, "node") + " for " + others, Colour.DIM));
    }
    return lines.subList(0, Math.min(lines.size(), room));
  }

  private void approval(StageView stage, StageView.Approval approval) {
    List<String> agreed = approval.agreed();
    String who = agreed.isEmpty() ? "" : " (" + String.join(", ", agreed) + ")";
    String from = approval.from().isEmpty() ? "" : " from " + String.join(", ", approval.from());
    String until =
        approval
            .until()
            .map(end -> ", " + TimeText.running(Duration.between(now, end)) + " left")
            .orElse("");
    note(
        Mark.WAITING,
        "%s waits for approval: %d of %d%s%s%s"
            .formatted(stage.name(), agreed.size(), approval.required(), who, from, until));
    hint("approve");
  }

  private void paused(String by) {
    note(Mark.PAUSED, "paused by " + by);
    hint("resume");
  }

  private void note(Mark mark, String text) {
    StyledLine line = new StyledLine();
    if (style != Style.WORDS) {
      line.add(mark, style).add(" ");
    }
    lines.add(line.add(text, Colour.YELLOW));
  }

  private void hint(String verb) {
    lines.add(
        new StyledLine()
            .add(style == Style.WORDS ? "" : "  ")
            .add("%s run %s %s".formatted(command, verb, run.shortId()), Colour.BOLD));
  }
}
