package dev.muster.agent.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs a command that only looks at something: no trace on disk, a time limit, bounded output. */
public final class ShortCommand {

  private ShortCommand() {}

  /**
   * How it ended.
   *
   * @param exitCode empty if it took too long and was killed
   * @param output of both streams
   */
  public record Result(Optional<Integer> exitCode, String output) {}

  /**
   * Runs it to its end, or to the limit.
   *
   * @param environment the whole of it
   * @throws IOException if it cannot be started
   */
  public static Result run(List<String> argv, Map<String, String> environment, Duration limit)
      throws IOException, InterruptedException {
    List<String> session = new ArrayList<>(List.of("setsid"));
    session.addAll(argv);
    ProcessBuilder builder =
        new ProcessBuilder(session)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new java.io.File("/dev/null")));
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    Tail tail = new Tail();
    Thread reader = Thread.ofVirtual().start(() -> drain(process.getInputStream(), tail));
    boolean ended = false;
    try {
      ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!ended) {
        new ProcessGroup(process.pid()).kill();
      }
    }
    // A child that it left in the background may hold the stream open: do not wait for its end.
    reader.join(Duration.ofMillis(200));
    synchronized (tail) {
      String text = tail.output().text();
      return new Result(ended ? Optional.of(process.exitValue()) : Optional.empty(), text);
    }
  }

  private static void drain(InputStream stream, Tail tail) {
    byte[] bytes = new byte[8192];
    try (stream) {
      for (int read = stream.read(bytes); read >= 0; read = stream.read(bytes)) {
        synchronized (tail) {
          tail.add(ByteBuffer.wrap(bytes, 0, read));
        }
      }
    } catch (IOException closed) {
      // the process was killed; what was read stays
    }
  }
}
