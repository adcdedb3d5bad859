package dev.muster.cli.follow;

import dev.muster.cli.rest.Json;
import java.io.PrintStream;
import java.time.Instant;

/**
 * One line of JSON for each change: the run as the API gives it. What is not the run goes aside.
 */
final class JsonDisplay implements Display {
  private final PrintStream out;
  private final PrintStream err;
  private String last = "";

  JsonDisplay(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public void show(RunView run, String json, Instant now) {
    String line = json.indexOf('\n') < 0 ? json : Json.write(Json.parse(json));
    if (!line.equals(last)) {
      out.println(line);
      out.flush();
      last = line;
    }
  }

  /** Programs ask for the action. */
  @Override
  public void printed(Outputs.Printed printed, Instant now) {}

  @Override
  public void tick(Instant now) {}

  @Override
  public void notice(String text, Instant now) {
    err.println(text);
  }

  @Override
  public void verdict(RunView run, Instant now) {}

  @Override
  public void close() {}
}
