package dev.muster.bench.process;

import java.util.List;
import java.util.Optional;

/** A JVM like the one in which Muster runs, for what is compared with it. */
public final class ServerJvm {

  private ServerJvm() {}

  /**
   * Runs a main class to its end.
   *
   * @param heap in megabytes; what the launcher gives if it is empty
   * @return the first line that it printed
   */
  public static String lineOf(Optional<Integer> heap, Class<?> mainClass, List<String> arguments) {
    Process process = Java.start("MUSTER_SERVER_JVM", Java.heap(heap), mainClass, arguments);
    try {
      return Java.firstLine(process);
    } finally {
      Java.stop(process);
    }
  }
}
