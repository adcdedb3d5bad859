package dev.muster.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.stream.Stream;

/** Memory of processes, as Linux tells it in {@code /proc}. */
final class ResidentMemory {

  private static final long KILOBYTES = 1024;

  private ResidentMemory() {}

  /**
   * Of processes and their living descendants; what several of them share counts once, in parts.
   */
  static long ofTreesMegabytes(Collection<ProcessHandle> roots) {
    return roots.stream()
            .flatMap(root -> Stream.concat(Stream.of(root), root.descendants()))
            .map(ProcessHandle::pid)
            .distinct()
            .mapToLong(ResidentMemory::ofProcessKilobytes)
            .sum()
        / KILOBYTES;
  }

  /** Its proportional share of what is resident; 0 if it is gone. */
  private static long ofProcessKilobytes(long pid) {
    try (Stream<String> lines =
        Files.lines(Path.of("/proc", String.valueOf(pid), "smaps_rollup"))) {
      return lines
          .filter(line -> line.startsWith("Pss:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .sum();
    } catch (IOException gone) {
      return 0;
    }
  }
}
