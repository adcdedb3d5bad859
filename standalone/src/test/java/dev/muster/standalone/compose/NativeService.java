package dev.muster.standalone.compose;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A service of the compose file as a process of this machine. */
final class NativeService {

  /** Generous: two cores may be busy with something else. */
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private static final int TRIES = 5;
  private static final int GRACE_SECONDS = 30;

  private final ComposeService service;
  private final Surroundings surroundings;
  private final List<String> command;
  private final List<String> health;
  private final Map<String, String> environment;
  private final Path log;
  private Process process;
  private int restarts;

  private NativeService(
      ComposeService service, Surroundings surroundings, Plan plan, Path log, Process process) {
    this.service = service;
    this.surroundings = surroundings;
    this.command = plan.command();
    this.health = plan.health();
    this.environment = plan.environment();
    this.log = log;
    this.process = process;
  }

  /** What to run: {@code command}, and {@code health} to see whether it is healthy. */
  record Plan(List<String> command, List<String> health, Map<String, String> environment) {}

  static NativeService start(
      ComposeService service, Surroundings surroundings, Plan plan, Path log) {
    Process process = launch(plan.command(), plan.environment(), surroundings, log);
    return new NativeService(service, surroundings, plan, log, process);
  }

  String name() {
    return service.name();
  }

  String address() {
    return surroundings.address();
  }

  String log() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - 40), lines.size()));
    } catch (IOException unreadable) {
      return "(no log)";
    }
  }

  void await(ComposeService.Condition condition) {
    switch (condition) {
      case STARTED -> {}
      case HEALTHY -> awaitHealthy();
      case COMPLETED -> awaitCompleted();
    }
  }

  private void awaitHealthy() {
    if (health.isEmpty()) {
      throw new AssertionError(name() + " has no health check, but others wait for it");
    }
    try {
      Awaitility.await(name() + " is healthy")
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(250))
          .until(this::isHealthy);
    } catch (ConditionTimeoutException never) {
      throw new AssertionError(
          name() + " never became healthy; its log ends with:\n" + log(), never);
    }
  }

  /** A service that ends is started again, as its restart policy says. */
  private boolean isHealthy() {
    if (!process.isAlive()) {
      if (restarts++ == TRIES) {
        throw new AssertionError(
            "%s ended %d times; its log ends with:%n%s".formatted(name(), restarts, log()));
      }
      process = launch(command, environment, surroundings, log);
    }
    return exitCode(launch(health, environment, surroundings, healthLog())) == 0;
  }

  /** A job is repeated when it fails, as its restart policy says. */
  private void awaitCompleted() {
    for (int attempt = 1; exitCode(process) != 0; attempt++) {
      if (attempt == TRIES) {
        throw new AssertionError(
            name() + " failed " + attempt + " times; its log ends with:\n" + log());
      }
      process = launch(command, environment, surroundings, log);
    }
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** As {@code docker stop}: a signal, and an error if that was not enough within the grace. */
  void stop() {
    boolean database = service.image().startsWith("postgres:");
    try {
      new ProcessBuilder("kill", database ? "-INT" : "-TERM", String.valueOf(process.pid()))
          .start()
          .waitFor();
      boolean ended = process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS);
      end();
      if (!ended) {
        throw new AssertionError(name() + " did not end within " + GRACE_SECONDS + " s");
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /** With a container ends everything that was started in it. */
  void end() {
    process.destroyForcibly();
    String own = surroundings.root().toString() + "/";
    ProcessHandle.allProcesses()
        .filter(other -> other.info().commandLine().map(line -> line.contains(own)).orElse(false))
        .forEach(ProcessHandle::destroyForcibly);
  }

  private Path healthLog() {
    return log.resolveSibling(name() + ".health.log");
  }

  private static int exitCode(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  /** By {@code env}, which looks for the program on the PATH that the process will have. */
  private static Process launch(
      List<String> command, Map<String, String> environment, Surroundings surroundings, Path log) {
    List<String> words = new ArrayList<>(List.of("/usr/bin/env"));
    words.addAll(command);
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(surroundings.temporary().toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return builder.start();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
