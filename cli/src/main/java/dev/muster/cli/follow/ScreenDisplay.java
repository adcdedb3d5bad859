package dev.muster.cli.follow;

import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The picture of the run, drawn over itself. Each frame is one write: up to the first line of the
 * frame before, then every line followed by "erase to its end", then "erase below".
 */
final class ScreenDisplay implements Display {
  private static final String ERASE_LINE = "\u001b[K";
  private static final String ERASE_BELOW = "\u001b[J";
  private static final String HIDE_CURSOR = "\u001b[?25l";
  private static final String SHOW_CURSOR = "\u001b[?25h";

  // The size is asked for anew now and then; a signal for it is not to be had portably.
  private static final int FRAMES_PER_SIZE = 8;

  private final PrintStream out;
  private final String command;
  private final UnaryOperator<Terminal> measure;
  private Terminal terminal;
  private Optional<RunView> shown = Optional.empty();
  private int drawn;
  private int frames;
  private boolean over;

  ScreenDisplay(
      PrintStream out, Terminal terminal, String command, UnaryOperator<Terminal> measure) {
    this.out = out;
    this.terminal = terminal;
    this.command = command;
    this.measure = measure;
  }

  @Override
  public synchronized void show(RunView run, String json, Instant now) {
    shown = Optional.of(run);
    draw(run, now);
  }

  @Override
  public synchronized void tick(Instant now) {
    shown.ifPresent(run -> draw(run, now));
  }

  @Override
  public synchronized void notice(String text, Instant now) {
    above(List.of(Text.clean(text)), now);
  }

  /** It stays in the terminal's history, above the picture. */
  @Override
  public synchronized void printed(Outputs.Printed printed, Instant now) {
    List<String> lines = new ArrayList<>();
    lines.add(printed.where());
    printed.lines().forEach(line -> lines.add("    " + line));
    above(lines, now);
  }

  private void above(List<String> texts, Instant now) {
    if (!over) {
      StringBuilder lines = new StringBuilder(up());
      texts.forEach(text ->
          lines
              .append(Text.fit(text, terminal.width(), terminal.style()))
              .append(ERASE_LINE)
              .append('\n'));
      out.print(lines.append(ERASE_BELOW));
      drawn = 0;
      shown.ifPresent(run -> draw(run, now));
      out.flush();
    }
  }

  @Override
  public synchronized void verdict(RunView run, Instant now) {
    out.print(up() + ERASE_BELOW);
    drawn = 0;
    String headline = Text.fit(run.headline(), terminal.width(), terminal.style());
    out.println(terminal.style().paint(dev.muster.cli.terminal.Colour.BOLD, headline));
    out.println();
    Recap.lines(run, now, terminal, command).forEach(out::println);
    out.flush();
  }

  @Override
  public synchronized void close() {
    if (!over) {
      over = true;
      out.print(SHOW_CURSOR);
      out.flush();
    }
  }

  private void draw(RunView run, Instant now) {
    if (over) {
      return;
    }
    if (++frames % FRAMES_PER_SIZE == 0) {
      terminal = measure.apply(terminal);
    }
    List<String> lines = RunGrid.lines(run, now, terminal, command);
    StringBuilder frame = new StringBuilder(HIDE_CURSOR).append(up());
    lines.forEach(line -> frame.append(line).append(ERASE_LINE).append('\n'));
    out.print(frame.append(ERASE_BELOW));
    out.flush();
    drawn = lines.size();
  }

  /** To the first column of the first line of what was drawn. */
  private String up() {
    return drawn == 0 ? "\r" : "\r\u001b[" + drawn + "A";
  }

  static boolean fits(Terminal terminal) {
    return terminal.mode() == Terminal.Mode.SCREEN && terminal.style() != Style.WORDS;
  }
}
