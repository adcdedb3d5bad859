package dev.muster.standalone.engine;

import dev.muster.standalone.StartProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The development server of a Muster that was killed: it goes on without it, holding the port and
 * the file of its state. The next start stops it, and its state goes on in a new one.
 */
record LeftOver(Path pidFile, Path program) {

  private static final int STOPS_WITHIN_SECONDS = 10;

  /** Stops it, if it is still there. */
  void stop() {
    process()
        .ifPresent(process -> {
          process.destroy();
          try {
            process.onExit().get(STOPS_WITHIN_SECONDS, TimeUnit.SECONDS);
          } catch (ExecutionException | TimeoutException late) {
            process.destroyForcibly();
          } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
          }
        });
  }

  private Optional<ProcessHandle> process() {
    try {
      return Files.exists(pidFile)
          ? ProcessHandle.of(Long.parseLong(Files.readString(pidFile).strip())).filter(this::isOurs)
          : Optional.empty();
    } catch (IOException | NumberFormatException unreadable) {
      return Optional.empty();
    }
  }

  /** Remembers the one that this process has just started. */
  void remember() {
    ProcessHandle.current()
        .children()
        .filter(this::isOurs)
        .findFirst()
        .ifPresent(process -> {
          try {
            Files.writeString(pidFile, String.valueOf(process.pid()));
          } catch (IOException failed) {
            throw new StartProblem(
                "could not write %s: %s".formatted(pidFile, failed.getMessage()), failed);
          }
        });
  }

  /** A process id may have been given to something else meanwhile. */
  private boolean isOurs(ProcessHandle process) {
    return process.isAlive()
        && process
            .info()
            .command()
            .map(Path::of)
            .filter(command -> command.getFileName().equals(program.getFileName()))
            .isPresent();
  }
}
