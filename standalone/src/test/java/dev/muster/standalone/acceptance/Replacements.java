package dev.muster.standalone.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Tells when the embedded engine is being replaced: what it holds has fallen already, and that it
 * was replaced is counted and logged only at the end.
 */
final class Replacements {

  private final Installation muster;
  private final Path log;
  private final double countedBefore;
  private final long loggedBefore;
  private double held;
  private double counted;

  Replacements(Installation muster, Path log) {
    this.muster = muster;
    this.log = log;
    this.countedBefore = count();
    this.loggedBefore = logged();
    this.counted = countedBefore;
  }

  /** Whether one began since the last call and was not over a moment ago. */
  boolean seemsInHand() {
    double heldNow = muster.metric("muster_engine_memory_bytes");
    double countedNow = count();
    boolean seems = heldNow < held && countedNow == counted;
    held = heldNow;
    counted = countedNow;
    return seems;
  }

  /** Whether the one that {@link #seemsInHand} saw is not over; Muster must be frozen. */
  boolean isInHand() {
    return logged() - loggedBefore == Math.round(counted - countedBefore);
  }

  private double count() {
    return muster.metric("muster_engine_replacements_total");
  }

  private long logged() {
    try (Stream<String> lines = Files.lines(log)) {
      return lines.filter(line -> line.contains("was replaced by an empty one")).count();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
