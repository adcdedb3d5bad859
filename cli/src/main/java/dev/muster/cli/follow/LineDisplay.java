package dev.muster.cli.follow;

import dev.muster.cli.terminal.Terminal;
import dev.muster.cli.terminal.Text;
import dev.muster.cli.terminal.TimeText;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Optional;

/** One line for each change, for logs and pipes. */
final class LineDisplay implements Display {
  private final PrintStream out;
  private final String command;
  private Optional<RunView> shown = Optional.empty();

  LineDisplay(PrintStream out, String command) {
    this.out = out;
    this.command = command;
  }

  @Override
  public void show(RunView run, String json, Instant now) {
    if (shown.isEmpty()) {
      line(now, "run %s: %s".formatted(run.shortId(), run.headline()));
      RunChanges.soFar(run, now).forEach(change -> line(change.at(), change.text()));
    } else {
      RunChanges.between(shown.get(), run, now).forEach(change -> line(change.at(), change.text()));
    }
    shown = Optional.of(run);
    out.flush();
  }

  @Override
  public void printed(Outputs.Printed printed, Instant now) {
    Instant at = printed.at().orElse(now);
    printed.lines().forEach(text -> line(at, printed.where() + " | " + text));
    out.flush();
  }

  @Override
  public void tick(Instant now) {}

  @Override
  public void notice(String text, Instant now) {
    line(now, text);
    out.flush();
  }

  @Override
  public void verdict(RunView run, Instant now) {
    out.println();
    Recap.lines(run, now, Terminal.stream(), command).forEach(out::println);
    out.flush();
  }

  @Override
  public void close() {}

  private void line(Instant at, String text) {
    out.println(TimeText.stamp(at) + "  " + Text.clean(text));
  }
}
