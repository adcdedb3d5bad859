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
    return listening(launch(arguments(data, options)));
  }

  /** Starts one whose temporary folder is this. */
  static AgentProcess startIn(Path temporary, Path data, String... options) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command(arguments(data, options)));
    builder.environment().put("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary);
    return listening(builder.redirectErrorStream(true).start());
  }

  /** Starts what is installed on a node: a jar that has everything. */
  static AgentProcess startJar(Path jar, Path data, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(javaProgram(), "-jar", jar.toString()));
    command.addAll(arguments(data, options));
    return listening(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private static List<String> arguments(Path data, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("--node", "n1", "--listen", "127.0.0.1:0", "--data", data.toString()));
    arguments.addAll(List.of(options));
    return arguments;
  }

  private static AgentProcess listening(Process process) throws IOException {
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
    return new ProcessBuilder(command(args)).redirectErrorStream(true).start();
  }

  private static List<String> command(List<String> args) {
    List<String> command = new ArrayList<>(java());
    command.add(AgentMain.class.getName());
    command.addAll(args);
    return command;
  }

  static List<String> java() {
    return List.of(
        javaProgram(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx64m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        System.getProperty("java.class.path"));
  }

  private static String javaProgram() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
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
