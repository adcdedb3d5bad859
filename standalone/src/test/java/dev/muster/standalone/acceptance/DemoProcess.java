package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** {@code ./muster demo} in a process group of its own, as a shell starts it, and its traces. */
final class DemoProcess implements AutoCloseable {

  static final int NODES = 3;

  private static final Pattern PID = Pattern.compile("\\d+");
  private static final int WEB_UI = 1000;

  private final Path temporary;
  private final Path said;
  private final int port = PortBlock.free();
  private final int temporalPort = PortBlock.free(WEB_UI);

  /** In the environment of everything that it starts. */
  private final String mark = "MUSTER_DEMO_TEST=" + UUID.randomUUID();

  private final Map<String, SequencedSet<Long>> services = new TreeMap<>();
  private final Process process;

  private DemoProcess(Path folder, String... words) throws IOException {
    this.temporary = Files.createDirectories(folder.resolve("tmp"));
    this.said = folder.resolve("said");
    // Whoever runs the tests in the background may ignore Ctrl-C, and that is inherited.
    List<String> command =
        new ArrayList<>(
            List.of(
                "setsid",
                "env",
                "--default-signal=INT",
                mark,
                "MUSTER_BUILD=never",
                "JAVA_HOME=" + System.getProperty("java.home"),
                "JDK_JAVA_OPTIONS=-Djava.io.tmpdir=" + temporary,
                Programs.inRepository("muster").toString(),
                "demo",
                "--nodes",
                "" + NODES,
                "--port",
                "" + port,
                "--temporal-port",
                "" + temporalPort));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command);
    this.process = builder.redirectErrorStream(true).redirectOutput(said.toFile()).start();
  }

  static DemoProcess start(Path folder, String... words) throws IOException {
    return new DemoProcess(folder, words);
  }

  /** What it printed until now. */
  String output() {
    try {
      return Files.readString(said);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Notes the process ids that its services have just now. */
  void look() throws IOException {
    for (Path file : files()) {
      if (file.endsWith("service.pid")) {
        String pid = read(file).strip();
        if (PID.matcher(pid).matches() && isAlive(Long.parseLong(pid))) {
          String node = file.getName(file.getNameCount() - 2).toString();
          services.computeIfAbsent(node, first -> new LinkedHashSet<>()).add(Long.parseLong(pid));
        }
      }
    }
  }

  /** The process ids of each node's service, one after the other, each of which was alive. */
  Map<String, SequencedSet<Long>> services() {
    return services;
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent();
  }

  /**
   * Files that it made and that are there. The library that starts PostgreSQL makes an empty folder
   * for everybody who uses it, which stays.
   */
  List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(temporary)) {
      all.filter(path -> !path.equals(temporary)).forEach(files::add);
    } catch (UncheckedIOException removedMeanwhile) {
      // What is being removed is not of interest to anybody who asks now.
    }
    return files;
  }

  /** Processes that are its own, besides itself: by their environment, command or folder. */
  List<String> leftovers() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      for (Path entry :
          all.filter(path -> PID.matcher(path.toFile().getName()).matches()).toList()) {
        if (!entry.endsWith(String.valueOf(process.pid())) && isOfDemo(entry)) {
          found.add(entry + " " + read(entry.resolve("cmdline")).replace('\0', ' '));
        }
      }
    }
    return found;
  }

  private boolean isOfDemo(Path entry) {
    return read(entry.resolve("environ")).contains(mark)
        || read(entry.resolve("cmdline")).contains(temporary.toString())
        || workingFolder(entry).startsWith(temporary);
  }

  /** The database's processes paint their title over their environment, but they live there. */
  private static Path workingFolder(Path entry) {
    try {
      return Files.readSymbolicLink(entry.resolve("cwd"));
    } catch (IOException gone) {
      return Path.of("");
    }
  }

  private static String read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException gone) {
      return "";
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  int exitCode() {
    return process.exitValue();
  }

  int port() {
    return port;
  }

  int temporalPort() {
    return temporalPort;
  }

  /** SIGINT to the whole group, as the terminal does it. */
  void ctrlC() {
    signal("INT");
  }

  private void signal(String name) {
    Programs.run(List.of("/bin/sh", "-c", "kill -s %s -- -%d".formatted(name, process.pid())));
  }

  /** A demo that failed the test is stopped as it wants to be, or by force. */
  @Override
  public void close() {
    if (process.isAlive()) {
      ctrlC();
      try {
        process.onExit().orTimeout(1, TimeUnit.MINUTES).join();
      } catch (CompletionException late) {
        signal("KILL");
      }
    }
  }
}
