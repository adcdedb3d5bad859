package dev.muster.domain.stall;

import dev.muster.domain.run.ProgressState;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Something stands still.
 *
 * @param since when it should have moved, or moved last
 * @param why for people
 */
public record Stall(Instant since, String why, Remedy remedy) {

  /** What helps. */
  public enum Remedy {
    /** Its workflow is started again, under a new epoch. */
    RESTART,
    /** It tries again by itself; starting it again would change nothing. */
    WAIT
  }

  /**
   * Whether a run stands still.
   *
   * @param dueAt when it is to be advanced at the latest
   */
  public static Optional<Stall> ofRun(ProgressState state, Instant dueAt, Instant now) {
    return state.isFinal() || dueAt.plus(LoopSigns.PATIENCE).isAfter(now)
        ? Optional.empty()
        : Optional.of(new Stall(dueAt, "it is not being advanced", Remedy.RESTART));
  }

  /** One sentence for people. */
  public String text() {
    return "stands still since %s: %s%s"
        .formatted(
            since.truncatedTo(ChronoUnit.SECONDS),
            why,
            switch (remedy) {
              case RESTART -> "; a worker starts it again";
              case WAIT -> "; tried again at least every 30 s";
            });
  }
}
