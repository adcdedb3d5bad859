package dev.muster.agent.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
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
    ProcessBuilder builder =
        session(argv, environment)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    Process process = builder.start();
    Reading reading = Reading.of(process.getInputStream());
    Optional<Integer> code = await(process, limit);
    return new Result(code, reading.text());
  }

  /**
   * What is asked.
   *
   * @param environment the whole of it
   * @param folder where it runs
   * @param input what it is given to read
   */
  public record Question(
      List<String> argv, Map<String, String> environment, Path folder, String input) {}

  /**
   * How it was answered: the end of both streams.
   *
   * @param exitCode empty if it took too long and was killed
   */
  public record Answer(Optional<Integer> exitCode, String stdout, String stderr) {}

  /**
   * Runs one that is given something to read, to its end or to the limit.
   *
   * @throws IOException if it cannot be started
   */
  public static Answer ask(Question question, Duration limit)
      throws IOException, InterruptedException {
    Process process =
        session(question.argv(), question.environment())
            .directory(question.folder().toFile())
            .start();
    Thread writer = Thread.ofVirtual().start(() -> give(process, question.input()));
    Reading stdout = Reading.of(process.getInputStream());
    Reading stderr = Reading.of(process.getErrorStream());
    Optional<Integer> code = await(process, limit);
    writer.interrupt();
    return new Answer(code, stdout.text(), stderr.text());
  }

  private static ProcessBuilder session(List<String> argv, Map<String, String> environment) {
    List<String> session = new ArrayList<>(List.of("setsid"));
    session.addAll(argv);
    ProcessBuilder builder = new ProcessBuilder(session);
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }

  private static Optional<Integer> await(Process process, Duration limit)
      throws InterruptedException {
    boolean ended = false;
    try {
      ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
    } finally {
      if (!ended) {
        new ProcessGroup(process.pid()).kill();
      }
    }
    return ended ? Optional.of(process.exitValue()) : Optional.empty();
  }

  /** Whether it reads it is its own affair. */
  private static void give(Process process, String input) {
    try (OutputStream stream = process.getOutputStream()) {
      stream.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException unread) {
      // it ended without having read it
    }
  }

  /** The end of a stream, read as it comes. */
  private record Reading(Thread thread, Tail tail) {

    static Reading of(InputStream stream) {
      Tail tail = new Tail();
      return new Reading(Thread.ofVirtual().start(() -> drain(stream, tail)), tail);
    }

    /** A child that was left in the background may hold the stream open: its end is not awaited. */
    String text() throws InterruptedException {
      thread.join(Duration.ofMillis(200));
      synchronized (tail) {
        return tail.output().text();
      }
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
