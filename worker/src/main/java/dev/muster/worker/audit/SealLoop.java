package dev.muster.worker.audit;

import dev.muster.connections.background.BackgroundLoop;
import dev.muster.records.Records;
import java.time.Duration;

/**
 * Seals what was added to the audit, each second; a look at what is new costs one small query. Any
 * number of workers may do it: one at a time does, and the others find nothing left.
 */
public final class SealLoop extends BackgroundLoop {

  private final Records records;

  public SealLoop(Records records) {
    super("seals", Duration.ofSeconds(1));
    this.records = records;
  }

  /** Until nothing is left. */
  @Override
  protected void turn() {
    int sealed = records.seals().seal();
    while (sealed > 0) {
      sealed = records.seals().seal();
    }
  }
}
