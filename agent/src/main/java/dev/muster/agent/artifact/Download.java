package dev.muster.agent.artifact;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Wake;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.stall.Backoff;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings an artifact into a file and verifies it. An attempt that is cut short is followed by
 * another one that goes on where it stopped; so does an agent that was killed, and another action
 * with the same file.
 *
 * @param sha256 what it must be; empty to take what comes
 * @param part the file; there afterwards only if it is whole, or may be gone on with
 * @param retries attempts in a row that bring nothing, after which it is given up; the first not
 *     counted
 */
public record Download(Origin origin, Optional<String> sha256, Path part, int retries) {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

  /** How it ended. */
  public sealed interface Result {

    /** It is there, and is what it must be. */
    record Verified(String sha256, long bytes, int attempts) implements Result {}

    /** It is not there; why, in one sentence without an end. */
    record Failed(String why) implements Result {}

    /** The action is to end. */
    record Stopped(Wake wake, String how) implements Result {}
  }

  /**
   * Does it; nothing but a look at the file if it is there already.
   *
   * @throws InterruptedException if the agent stops
   * @throws IOException if the file cannot be read afterwards
   */
  public Result run(Execution execution) throws IOException, InterruptedException {
    if (sha256.isPresent() && Files.exists(part)) {
      Optional<String> there = Sha256.of(part, execution.control());
      if (there.isEmpty()) {
        return stopped(execution.control().state(), Files.size(part));
      }
      if (there.equals(sha256)) {
        return new Result.Verified(sha256.get(), Files.size(part), 0);
      }
    }
    return bring(execution);
  }

  private Result bring(Execution execution) throws IOException, InterruptedException {
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    long best = 0;
    int fruitless = 0;
    for (int attempts = 1; true; attempts++) {
      Transfer.Result result = attempt(execution);
      switch (result) {
        case Transfer.Result.Whole whole -> {
          Result verified = verify(execution, whole, attempts);
          boolean anew = whole.resumed() && verified instanceof Result.Failed;
          if (!anew) {
            return verified;
          }
          execution.say("what was there of it does not belong to it: bringing all of it again");
          best = 0;
        }
        case Transfer.Result.Never(String why) -> {
          forget();
          return new Result.Failed(why);
        }
        case Transfer.Result.Stopped(Wake wake, long bytes) -> {
          return stopped(wake, bytes);
        }
        case Transfer.Result.Cut(String why, long bytes) -> {
          execution.say(why);
          fruitless = bytes > best ? 1 : fruitless + 1;
          best = Math.max(best, bytes);
          if (fruitless > retries) {
            return givenUp(why, bytes, attempts);
          }
          Wake wake = execution.pause(pause.next());
          if (wake != Wake.GO_ON) {
            return stopped(wake, bytes);
          }
        }
      }
    }
  }

  private Result givenUp(String why, long bytes, int attempts) throws IOException {
    if (bytes == 0) {
      forget();
    }
    return new Result.Failed(attempts == 1 ? why : "%s; tried %d times".formatted(why, attempts));
  }

  private Transfer.Result attempt(Execution execution) throws InterruptedException {
    Transfer.Trust trust = sha256.isPresent() ? Transfer.Trust.HASHED : Transfer.Trust.UNHASHED;
    return new Transfer(origin, part, trust)
        .run(
            execution.control(),
            (bytes, total) -> {
              ObjectNode progress = WireFormat.JSON.createObjectNode();
              progress.put("phase", "downloading").put("bytes", bytes);
              total.ifPresent(all -> progress.put("of", all));
              execution.progress(progress);
            });
  }

  private Result verify(Execution execution, Transfer.Result.Whole whole, int attempts)
      throws IOException, InterruptedException {
    Optional<String> is = Sha256.of(part, execution.control());
    if (is.isEmpty()) {
      return stopped(execution.control().state(), whole.bytes());
    }
    if (sha256.isEmpty() || sha256.get().equals(is.get())) {
      return new Result.Verified(is.get(), whole.bytes(), attempts);
    }
    forget();
    return new Result.Failed(
        "%s has the sha256 %s (expected: %s)".formatted(origin.shown(), is.get(), sha256.get()));
  }

  /**
   * One that is out of time may be gone on with by another action; nobody wants a cancelled one.
   */
  private Result stopped(Wake wake, long bytes) throws IOException {
    if (wake == Wake.CANCELLED) {
      forget();
    }
    return new Result.Stopped(
        wake, "%s was not whole in time: %d bytes were there".formatted(origin.shown(), bytes));
  }

  private void forget() throws IOException {
    Files.deleteIfExists(part);
    Files.deleteIfExists(part.resolveSibling(part.getFileName() + ".tag"));
  }
}
