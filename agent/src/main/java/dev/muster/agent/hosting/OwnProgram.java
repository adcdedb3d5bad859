package dev.muster.agent.hosting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How the program of this agent is started, with the options of its JVM. */
final class OwnProgram {

  private static final String MAIN = "dev.muster.agent.AgentMain";
  private static final String JAR = "muster-agent";

  /** As the scripts beside the jar have them. */
  private static final List<String> USUAL =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-XX:-UsePerfData",
          "--enable-native-access=ALL-UNNAMED",
          "-Xms8m",
          "-Xmx48m",
          "-Xss512k",
          "-XX:MaxMetaspaceSize=48m",
          "-XX:ReservedCodeCacheSize=24m");

  private OwnProgram() {}

  /** The beginning of a command; the agent's options follow. */
  static List<String> command() {
    return command(line(), Path.of("").toAbsolutePath());
  }

  /**
   * That of a JVM that was started so.
   *
   * @param line the command of this process; empty if it is not known
   * @param directory where it runs
   */
  static List<String> command(List<String> line, Path directory) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    int jar = line.indexOf("-jar") + 1;
    int main = line.indexOf(MAIN);
    if (jar > 0
        && jar < line.size()
        && Path.of(line.get(jar)).getFileName().toString().startsWith(JAR)) {
      command.addAll(line.subList(1, jar));
      command.add(directory.resolve(line.get(jar)).toString());
    } else if (main > 0) {
      command.addAll(line.subList(1, main + 1));
    } else {
      // Within another program, such as a test.
      command.addAll(USUAL);
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), MAIN));
    }
    return command;
  }

  private static List<String> line() {
    try {
      String line = Files.readString(Path.of("/proc/self/cmdline"), StandardCharsets.UTF_8);
      return List.of(line.split("\0"));
    } catch (IOException elsewhere) {
      return List.of();
    }
  }
}
