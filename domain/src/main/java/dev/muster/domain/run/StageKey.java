package dev.muster.domain.run;

/** A stage of a run, by its index among the run's stages. */
public record StageKey(RunId run, int stage) implements Comparable<StageKey> {

  // Not the record's own: see decision 26.

  @Override
  public boolean equals(Object other) {
    return other instanceof StageKey(RunId its, int index) && stage == index && run.equals(its);
  }

  @Override
  public int hashCode() {
    return 31 * run.hashCode() + stage;
  }

  @Override
  public int compareTo(StageKey other) {
    int byRun = run.compareTo(other.run);
    return byRun != 0 ? byRun : Integer.compare(stage, other.stage);
  }

  @Override
  public String toString() {
    return run + "/" + stage;
  }
}
