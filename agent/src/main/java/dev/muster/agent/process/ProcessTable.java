package dev.muster.agent.process;

import dev.muster.domain.stall.Backoff;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The processes of this host as {@code /proc} has them. Elsewhere than on Linux it is empty. */
public final class ProcessTable {

  private static final Path PROC = Path.of("/proc");

  /** After SIGKILL: only a process that waits for a broken disk takes longer. */
  private static final Duration DEATH = Duration.ofSeconds(10);

  private ProcessTable() {}

  /** Those of a session, by its leader. Meaningful while the leader lives: ids are given again. */
  static List<ProcessIdentity> ofSession(long leader) {
    return those(process -> leader == session(process));
  }

  /**
   * Those that began with all these variables in their environment, or inherited them. What another
   * user runs, and what overwrote its environment, is not seen.
   *
   * @param marks each as {@code NAME=VALUE}
   */
  public static List<ProcessIdentity> marked(List<String> marks) {
    return those(process -> {
      String environment = "\0" + text(process.resolve("environ")) + "\0";
      return marks.stream().allMatch(mark -> environment.contains("\0" + mark + "\0"));
    });
  }

  /**
   * Ends processes: SIGTERM, after the grace SIGKILL. Returns when none is left.
   *
   * @param find asked again and again, because what is told to end may begin others first
   * @throws IOException if some outlive their kill
   */
  public static void end(Supplier<List<ProcessIdentity>> find, Duration grace)
      throws IOException, InterruptedException {
    Backoff pause = new Backoff(Duration.ofMillis(10), Duration.ofMillis(200));
    Set<ProcessIdentity> told = new HashSet<>();
    long killAt = System.nanoTime() + grace.toNanos();
    List<ProcessIdentity> left = living(find);
    while (!left.isEmpty()) {
      boolean kill = System.nanoTime() - killAt >= 0;
      if (kill && System.nanoTime() - killAt >= DEATH.toNanos()) {
        throw new IOException(
            "process %s does not end, although it was killed".formatted(ids(left)));
      }
      for (ProcessIdentity process : left) {
        if (kill) {
          handle(process).ifPresent(ProcessHandle::destroyForcibly);
        } else if (told.add(process)) {
          handle(process).ifPresent(ProcessHandle::destroy);
        }
      }
      Thread.sleep(pause.next());
      left = living(find);
    }
  }

  private static List<ProcessIdentity> living(Supplier<List<ProcessIdentity>> find) {
    return find.get().stream().filter(ProcessIdentity::isAlive).toList();
  }

  /** Holds the moment of its start, and signals none that came after it with its id. */
  private static Optional<ProcessHandle> handle(ProcessIdentity process) {
    return ProcessHandle.of(process.pid()).filter(handle -> process.isAlive());
  }

  private static String ids(List<ProcessIdentity> processes) {
    return processes.stream()
        .map(one -> Long.toString(one.pid()))
        .collect(Collectors.joining(", "));
  }

  private static List<ProcessIdentity> those(Predicate<Path> which) {
    List<ProcessIdentity> found = new ArrayList<>();
    if (!Files.isDirectory(PROC)) {
      return found;
    }
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[0-9]*")) {
      for (Path process : processes) {
        if (which.test(process)) {
          ProcessIdentity.of(Long.parseLong(process.getFileName().toString()))
              .ifPresent(found::add);
        }
      }
    } catch (IOException unreadable) {
      return found;
    }
    return found;
  }

  private static long session(Path process) {
    String stat = text(process.resolve("stat"));
    // The name in brackets may contain anything; behind it: state, parent, group, session.
    int name = stat.lastIndexOf(')');
    return name < 0 ? -1 : Long.parseLong(stat.substring(name + 2).split(" ", 5)[3]);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException goneOrAnothers) {
      return "";
    }
  }
}
