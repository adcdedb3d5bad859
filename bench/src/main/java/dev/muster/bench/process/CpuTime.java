package dev.muster.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** CPU time of processes, user and system together, as Linux counts it in {@code /proc}. */
final class CpuTime {

  /** Linux has counted in hundredths of a second for user space since 2.6. */
  private static final long MILLIS_PER_TICK = 10;

  private CpuTime() {}

  /**
   * Of processes, their living descendants, and those children that any of them has buried, in
   * milliseconds. A process that is in two of the trees counts once.
   */
  static long ofTreesMillis(Collection<ProcessHandle> roots) {
    return roots.stream()
        .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
        .map(ProcessHandle::pid)
        .distinct()
        .mapToLong(CpuTime::ofProcessMillis)
        .sum();
  }

  /** Of one process and the children that it has buried; 0 if it is gone. */
  private static long ofProcessMillis(long pid) {
    return stat(pid)
            .map(fields -> IntStream.rangeClosed(11, 14).mapToLong(i -> ticks(fields, i)).sum())
            .orElse(0L)
        * MILLIS_PER_TICK;
  }

  /** The PostgreSQL server that runs on a data folder. */
  static Optional<ProcessHandle> postmaster(Path data) {
    try {
      List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
      return ProcessHandle.of(Long.parseLong(lines.getFirst().strip()));
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** The fields of {@code /proc/PID/stat} after the command's name, so that field 3 is at 0. */
  private static Optional<String[]> stat(long pid) {
    try {
      String line = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"));
      return Optional.of(line.substring(line.lastIndexOf(')') + 2).split(" ", -1));
    } catch (IOException gone) {
      return Optional.empty();
    }
  }

  private static long ticks(String[] fields, int index) {
    return Long.parseLong(fields[index]);
  }
}
