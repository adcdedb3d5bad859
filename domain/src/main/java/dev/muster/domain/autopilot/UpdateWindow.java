package dev.muster.domain.autopilot;

import dev.muster.domain.schedule.Windows;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * When an update configuration looks at its server, and may make a plan. A window that runs past
 * midnight belongs to the day on which it began.
 */
public final class UpdateWindow {

  private UpdateWindow() {}

  /** Whether a plan may be made at {@code now}. */
  public static boolean isOpen(UpdateConfig.Strategy strategy, Instant now) {
    return switch (strategy) {
      case UpdateConfig.Strategy.Periodic periodic ->
          Windows.isOpen(List.of(periodic.window()), now);
      case UpdateConfig.Strategy.Scheduled cron -> true;
    };
  }

  /** The first look of a configuration that is new, or was changed; empty if there is none. */
  public static Optional<Instant> first(UpdateConfig.Strategy strategy, Instant now) {
    return switch (strategy) {
      case UpdateConfig.Strategy.Periodic periodic when isOpen(periodic, now) -> Optional.of(now);
      case UpdateConfig.Strategy.Periodic periodic -> opening(periodic, now);
      case UpdateConfig.Strategy.Scheduled cron -> cron.cron().next(now, cron.zone());
    };
  }

  /**
   * The first look after one at {@code now}; empty if there is none.
   *
   * @param every between two looks within a window
   */
  public static Optional<Instant> next(
      UpdateConfig.Strategy strategy, Instant now, Duration every) {
    return switch (strategy) {
      case UpdateConfig.Strategy.Periodic periodic ->
          Stream.concat(
                  Stream.of(now.plus(every)).filter(later -> isOpen(periodic, later)),
                  opening(periodic, now).stream())
              .min(Instant::compareTo);
      case UpdateConfig.Strategy.Scheduled cron -> cron.cron().next(now, cron.zone());
    };
  }

  private static Optional<Instant> opening(UpdateConfig.Strategy.Periodic periodic, Instant now) {
    return Windows.nextOpening(List.of(periodic.window()), now);
  }
}
