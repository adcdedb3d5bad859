package dev.muster.agent.store;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A moment as the system counts it since its boot. Nobody can set that count, unlike the clock.
 *
 * @param boot the boot's id: moments of two boots cannot be compared
 */
record SinceBoot(long millis, String boot) {

  private static final Path UPTIME = Path.of("/proc/uptime");
  private static final Path BOOT = Path.of("/proc/sys/kernel/random/boot_id");

  /** This moment; empty where the system does not tell. */
  static Optional<SinceBoot> now() {
    try {
      String seconds = Files.readString(UPTIME).split(" ", 2)[0];
      return Optional.of(
          new SinceBoot(
              new BigDecimal(seconds).movePointRight(3).longValue(),
              Files.readString(BOOT).strip()));
    } catch (IOException | NumberFormatException unknown) {
      return Optional.empty();
    }
  }

  /** As {@link #toString} wrote it; empty if it did not. */
  static Optional<SinceBoot> parse(String text) {
    String[] parts = text.split("@", 2);
    try {
      return parts.length == 2
          ? Optional.of(new SinceBoot(Long.parseLong(parts[0]), parts[1]))
          : Optional.empty();
    } catch (NumberFormatException unknown) {
      return Optional.empty();
    }
  }

  /** How long until a later moment; empty if the system was booted in between. */
  Optional<Duration> until(SinceBoot later) {
    return boot.equals(later.boot)
        ? Optional.of(Duration.ofMillis(later.millis - millis))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return millis + "@" + boot;
  }
}
