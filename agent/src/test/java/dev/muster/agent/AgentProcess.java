package dev.muster.agent;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An agent in a process of its own, to be killed. */
final class AgentProcess implements AutoCloseable {

  private static final Pattern LISTENING = Pattern.compile("listening on (http://\\S+)");

  private final Process process;
  private final Caller caller;

  private AgentProcess(Process process, Caller caller) {
    this.process = process;
    this.caller = caller;
  }

  static AgentProcess start(Path data, String... options) throws IOException {
    List<String> args =
        new ArrayList<>(
            List.of("--node", "n1", "--listen", "127.0.0.1:0", "--data", data.toString()));
    args.addAll(List.of(options));
    Process process = launch(args);
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      Matcher listening = LISTENING.matcher(line);
      if (listening.find()) {
        return new AgentProcess(process, new Caller(listening.group(1)));
      }
    }
    throw new AssertionError("the agent ended before it listened");
  }

  static Process launch(List<String> args) throws IOException {
    List<String> command = new ArrayList<>(java());
    command.add(AgentMain.class.getName());
    command.addAll(args);
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  static List<String> java() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx64m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"));
  }

  Caller caller() {
    return caller;
  }

  /** SIGKILL: it learns nothing of it. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  @Override
  public void close() {
    kill();
  }
}
