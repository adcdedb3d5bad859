package dev.muster.api.events;

import dev.muster.domain.run.RunId;
import java.util.Optional;

/** Where feeds read a run. */
@FunctionalInterface
public interface RunSource {

  /**
   * A run as {@code GET /v1/runs/{id}} answers it.
   *
   * @param json one line of JSON
   * @param last whether the run is final
   */
  record Snapshot(String json, boolean last) {}

  /** The run as it is now; empty if there is no such run. */
  Optional<Snapshot> read(RunId run);
}
