package dev.muster.cli;

import dev.muster.cli.command.Surroundings;
import dev.muster.cli.follow.Runs;
import dev.muster.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Types command lines. The time is one minute after the runs of the tests started. */
public final class Shell {
  public static final Instant NOW = Runs.START.plusSeconds(60);

  private final Map<String, String> environment = new HashMap<>();
  private Terminal terminal = Terminal.stream();
  private String input = "";
  private InstantSource clock = () -> NOW;

  /** What came of it. */
  public record Result(int code, String out, String err) {}

  public static Shell at(StubServer server) {
    return new Shell().with("MUSTER_SERVER", server.uri().toString()).with("MUSTER_USER", "ada");
  }

  public Shell with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  public Shell on(Terminal wanted) {
    terminal = wanted;
    return this;
  }

  public Shell timed(InstantSource wanted) {
    clock = wanted;
    return this;
  }

  public Shell reading(String text) {
    input = text;
    return this;
  }

  public Result run(String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = run(print(out), print(err), args);
    return new Result(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  private int run(PrintStream out, PrintStream err, String... args) {
    ByteArrayInputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    return MusterCli.run(args, new Surroundings(in, out, err, environment, () -> terminal, clock));
  }

  private static PrintStream print(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }
}
