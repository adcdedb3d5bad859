package dev.muster.agent.sample;

import dev.muster.domain.shown.DurationText;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A small HTTP service: {@code run} is it, {@code start}, {@code stop} and {@code status} drive it
 * by its pid file, with the exit codes of init scripts (status: 0 up, 3 not running, 4 not up yet).
 * {@code GET /health} is 503 until it has been running for its start-up delay.
 */
public final class SampleService {

  private static final String USAGE =
      "usage: SampleService run|start|stop|status --port PORT --pid-file FILE [--host 127.0.0.1] [--name NAME] [--startup-delay 1s]";
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private SampleService() {}

  private record Options(String host, int port, Path pidFile, String name, Duration startupDelay) {}

  /** See {@link SampleService}. */
  public static void main(String[] args) throws Exception {
    System.exit(execute(List.of(args)));
  }

  private static int execute(List<String> args) throws Exception {
    boolean verb = !args.isEmpty() && !args.getFirst().startsWith("--");
    Optional<Options> options = options(verb ? args.subList(1, args.size()) : args);
    if (options.isEmpty()) {
      System.err.println(USAGE);
      return 2;
    }
    return switch (verb ? args.getFirst() : "run") {
      case "run" -> run(options.get());
      case "start" -> start(options.get());
      case "stop" -> stop(options.get());
      case "status" -> status(options.get());
      default -> {
        System.err.println(USAGE);
        yield 2;
      }
    };
  }

  private static Optional<Options> options(List<String> args) {
    Options options = new Options("127.0.0.1", 0, Path.of(""), "sample", Duration.ofSeconds(1));
    for (int i = 0; i < args.size(); i += 2) {
      if (i + 1 == args.size()) {
        return Optional.empty();
      }
      String value = args.get(i + 1);
      switch (args.get(i)) {
        case "--host" ->
            options =
                new Options(
                    value, options.port, options.pidFile, options.name, options.startupDelay);
        case "--port" ->
            options =
                new Options(
                    options.host, port(value), options.pidFile, options.name, options.startupDelay);
        case "--pid-file" ->
            options =
                new Options(
                    options.host, options.port, Path.of(value), options.name, options.startupDelay);
        case "--name" ->
            options =
                new Options(
                    options.host, options.port, options.pidFile, value, options.startupDelay);
        case "--startup-delay" ->
            options =
                new Options(
                    options.host, options.port, options.pidFile, options.name, delay(value));
        default -> {
          return Optional.empty();
        }
      }
    }
    boolean whole = options.port > 0 && !options.pidFile.toString().isEmpty();
    return whole && !options.startupDelay.isNegative() ? Optional.of(options) : Optional.empty();
  }

  private static int port(String text) {
    int port = text.matches("\\d{1,5}") ? Integer.parseInt(text) : 0;
    return port <= 65535 ? port : 0;
  }

  private static Duration delay(String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException e) {
      return Duration.ofSeconds(-1);
    }
  }

  private static int run(Options options) throws IOException {
    long begin = System.nanoTime();
    Instant since = Instant.now();
    long pid = ProcessHandle.current().pid();
    SampleServer.serve(
        SampleServer.address(options.host, options.port),
        () -> Files.writeString(options.pidFile, pid + "\n"),
        path -> {
          boolean up = System.nanoTime() - begin >= options.startupDelay.toNanos();
          String body =
              "{\"name\":\"%s\",\"up\":%s,\"pid\":%d,\"since\":\"%s\"}\n"
                  .formatted(options.name.replaceAll("[\"\\\\]", ""), up, pid, since);
          String status = up ? "200 OK" : "503 Service Unavailable";
          return path.startsWith("/health")
              ? new SampleServer.Reply(status, body)
              : SampleServer.Reply.NOT_FOUND;
        });
    return 0;
  }

  /** In a session of its own, so that it outlives who started it. */
  private static int start(Options options) throws IOException {
    if (process(options).isPresent()) {
      System.out.println("already running");
      return 0;
    }
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of("setsid", java));
    command.addAll(List.of("-Xmx16m", "-Xss256k", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(SampleService.class.getName(), "run"));
    command.addAll(List.of("--host", options.host));
    command.addAll(List.of("--port", Integer.toString(options.port)));
    command.addAll(List.of("--pid-file", options.pidFile.toAbsolutePath().toString()));
    command.addAll(List.of("--name", options.name));
    command.addAll(List.of("--startup-delay", options.startupDelay.toMillis() + "ms"));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(Path.of(options.pidFile + ".log").toFile()))
            .start();
    Files.writeString(options.pidFile, process.pid() + "\n");
    System.out.println("started, pid " + process.pid());
    return 0;
  }

  private static int stop(Options options) throws Exception {
    Optional<ProcessHandle> process = process(options);
    if (process.isPresent()) {
      process.get().destroy();
      try {
        process.get().onExit().get(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS);
      } catch (TimeoutException stubborn) {
        process.get().destroyForcibly();
      }
    }
    Files.deleteIfExists(options.pidFile);
    System.out.println("stopped");
    return 0;
  }

  private static int status(Options options) throws IOException {
    Optional<ProcessHandle> process = process(options);
    if (process.isEmpty()) {
      System.out.println("not running");
      return 3;
    }
    String host = options.host.equals("0.0.0.0") ? "127.0.0.1" : options.host;
    URI health = URI.create("http://%s:%d/health".formatted(host, options.port));
    HttpURLConnection connection = (HttpURLConnection) health.toURL().openConnection();
    connection.setConnectTimeout(1000);
    connection.setReadTimeout(1000);
    try {
      boolean up = connection.getResponseCode() == 200;
      System.out.println((up ? "up, pid " : "starting, pid ") + process.get().pid());
      return up ? 0 : 4;
    } catch (IOException notYet) {
      System.out.println("starting, pid " + process.get().pid());
      return 4;
    }
  }

  /** The pid may have been given to another process since: it must look like this service. */
  private static Optional<ProcessHandle> process(Options options) throws IOException {
    if (!Files.exists(options.pidFile)) {
      return Optional.empty();
    }
    String text = Files.readString(options.pidFile).strip();
    return text.matches("\\d{1,18}")
        ? ProcessHandle.of(Long.parseLong(text))
            .filter(ProcessHandle::isAlive)
            .filter(handle ->
                handle.info().commandLine().map(line -> line.contains("java")).orElse(true))
        : Optional.empty();
  }
}
