package dev.muster.standalone.acceptance;

import java.util.Arrays;
import java.util.List;

/** On which engine, and in how many processes, Muster is tested. */
public enum TestedEngine {
  /** {@code muster up} with the engine in its process. */
  EMBEDDED("embedded"),
  /** {@code muster up} with Temporal's development server beside it. */
  DEV_SERVER("dev-server"),
  /** A Temporal server on PostgreSQL, one API and two workers, each a process of its own. */
  SERVER("server");

  private final String word;

  TestedEngine(String word) {
    this.word = word;
  }

  /** Those that {@code -Dmuster.engines} names, separated by commas; the embedded one if none. */
  public static List<TestedEngine> chosen() {
    return Arrays.stream(System.getProperty("muster.engines", EMBEDDED.word).split(",", -1))
        .map(TestedEngine::of)
        .toList();
  }

  private static TestedEngine of(String word) {
    return Arrays.stream(values())
        .filter(engine -> engine.word.equals(word.strip()))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "muster.engines: '%s' (expected: embedded, dev-server, server)".formatted(word)));
  }

  @Override
  public String toString() {
    return word;
  }
}
