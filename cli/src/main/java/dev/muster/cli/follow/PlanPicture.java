package dev.muster.cli.follow;

import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.StyledLine;
import dev.muster.cli.terminal.Table;
import dev.muster.cli.terminal.Table.Cell;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A plan of k0s Autopilot as people see it: its state, its commands, their nodes. */
public final class PlanPicture {

  private PlanPicture() {}

  /** As many lines as the terminal has; nodes that rest are left out first. */
  public static List<String> lines(PlanView plan, Instant now, Terminal terminal) {
    List<String> lines = new ArrayList<>(head(plan, now, terminal));
    int room = terminal.height() - 1 - lines.size();
    int blocks = plan.commands().stream().mapToInt(PlanPicture::height).sum();
    boolean whole = blocks <= room;
    for (PlanView.Command command : plan.commands()) {
      lines.addAll(block(command, terminal, whole, Math.max(0, room)));
    }
    return lines.size() < terminal.height() ? lines : lines.subList(0, terminal.height() - 1);
  }

  private static List<String> head(PlanView plan, Instant now, Terminal terminal) {
    StyledLine first =
        new StyledLine()
            .add("plan %s on %s".formatted(plan.name(), plan.cluster()), Colour.BOLD)
            .add("  ")
            .add(plan.stateWord(), Colour.ofState(plan.state()));
    plan.times().created().ifPresent(at -> first.add("  " + TimeText.ago(at, now), Colour.DIM));
    if (!plan.isFinal()) {
      plan.times()
          .deadline()
          .ifPresent(end -> first.add("  must end by " + TimeText.stamp(end), Colour.DIM));
    }
    List<String> lines = new ArrayList<>();
    lines.add(first.render(terminal.style(), across(terminal)));
    if (!plan.run().isEmpty()) {
      lines.add(
          new StyledLine()
              .add("run %s".formatted(RunView.shortId(plan.run())), Colour.DIM)
              .render(terminal.style(), across(terminal)));
    }
    boolean told = plan.commands().stream().anyMatch(one -> one.description().equals(plan.why()));
    if (!plan.why().isEmpty() && !told) {
      lines.add(
          new StyledLine()
              .add(plan.why(), plan.isFinal() ? Colour.ofState(plan.state()) : Colour.YELLOW)
              .render(terminal.style(), across(terminal)));
    }
    return lines;
  }

  /** Whoever can scroll wants to read sentences to their end. */
  private static int across(Terminal terminal) {
    return terminal.height() == Terminal.UNLIMITED ? Terminal.UNLIMITED : terminal.width();
  }

  private static int height(PlanView.Command command) {
    int nodes = command.targets().size();
    return 2 + (nodes == 0 ? 0 : nodes + 1) + (command.description().isEmpty() ? 0 : 1);
  }

  private static List<String> block(
      PlanView.Command command, Terminal terminal, boolean whole, int room) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        new StyledLine()
            .add(command.title(), Colour.BOLD)
            .add("  ")
            .add(command.state(), Colour.ofState(command.state()))
            .add("  " + PlanView.nodes(command.targets()), Colour.DIM)
            .render(terminal.style(), across(terminal)));
    if (!command.description().isEmpty()) {
      lines.add(
          new StyledLine()
              .add("  " + command.description(), Colour.YELLOW)
              .render(terminal.style(), across(terminal)));
    }
    List<PlanView.Target> shown =
        whole ? command.targets() : command.targets().stream().filter(PlanPicture::moves).toList();
    int rows = Math.min(shown.size(), room);
    lines.addAll(table(shown.subList(0, rows), terminal));
    int left = command.targets().size() - rows;
    if (left > 0) {
      lines.add(
          new StyledLine()
              .add("  … %s more".formatted(Text.count(left, "node")), Colour.DIM)
              .render(terminal.style(), across(terminal)));
    }
    return lines;
  }

  /** Whether somebody wants to see it although there are too many. */
  private static boolean moves(PlanView.Target target) {
    return !target.isPending() && !target.isDone();
  }

  private static List<String> table(List<PlanView.Target> targets, Terminal terminal) {
    if (targets.isEmpty()) {
      return List.of();
    }
    Table table = Table.of("NODE", "ROLE", "STATE", "SINCE", "WHY");
    for (PlanView.Target target : targets) {
      table.row(
          List.of(
              Cell.of(target.name()),
              Cell.of(target.role()),
              Cell.state(target.state()),
              Cell.of(since(target.at())),
              Cell.of(target.why())));
    }
    return table.lines(terminal.style(), Math.max(1, terminal.width() - 2)).stream()
        .map(line -> "  " + line)
        .toList();
  }

  private static String since(Optional<Instant> at) {
    return at.map(TimeText::stamp).orElse("");
  }
}
