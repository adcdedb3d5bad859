package dev.muster.cli.follow;

import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.Style;
import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import java.io.PrintStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The picture of the run, drawn over itself. */
final class ScreenDisplay implements Display {
  private final PrintStream out;
  private final String command;
  private final Picture picture;
  private Optional<RunView> shown = Optional.empty();

  ScreenDisplay(
      PrintStream out, Terminal terminal, String command, UnaryOperator<Terminal> measure) {
    this.out = out;
    this.command = command;
    this.picture = new Picture(out, terminal, measure);
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
    if (!picture.isOver()) {
      picture.above(texts);
      shown.ifPresent(run -> draw(run, now));
      out.flush();
    }
  }

  @Override
  public synchronized void verdict(RunView run, Instant now) {
    picture.erase();
    Terminal terminal = picture.terminal();
    String headline = Text.fit(run.headline(), terminal.width(), terminal.style());
    out.println(terminal.style().paint(Colour.BOLD, headline));
    out.println();
    Recap.lines(run, now, terminal, command).forEach(out::println);
    out.flush();
  }

  @Override
  public synchronized void close() {
    picture.close();
  }

  private void draw(RunView run, Instant now) {
    picture.draw(terminal -> RunGrid.lines(run, now, terminal, command));
  }

  static boolean fits(Terminal terminal) {
    return terminal.mode() == Terminal.Mode.SCREEN && terminal.style() != Style.WORDS;
  }
}
