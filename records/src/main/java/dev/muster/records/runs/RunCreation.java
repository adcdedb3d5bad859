package dev.muster.records.runs;

/** What became of a request to record a run. */
public sealed interface RunCreation {

  /** It is new, and this is how it was recorded. */
  record Created(RunDetail detail) implements RunCreation {

    public RunRecord run() {
      return detail.run();
    }
  }

  /** It was recorded before, with the same content. */
  record Existing(RunRecord run) implements RunCreation {}

  /**
   * The id belongs to a run with other content.
   *
   * @param difference one sentence
   */
  record Conflict(RunRecord run, String difference) implements RunCreation {}

  /** There is no such cluster. */
  record NoCluster() implements RunCreation {}
}
