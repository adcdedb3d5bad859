package dev.muster.domain.run;

/** A stage of a run, by its index among the run's stages. */
public record StageKey(RunId run, int stage) implements Comparable<StageKey> {

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
