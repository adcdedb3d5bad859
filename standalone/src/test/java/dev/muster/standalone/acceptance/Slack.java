package dev.muster.standalone.acceptance;

import java.time.Duration;

/** How much longer than stated something may take on a busy machine: {@code -Dmuster.slack=3}. */
public final class Slack {

  private static final double FACTOR = Double.parseDouble(System.getProperty("muster.slack", "1"));

  private Slack() {}

  /** The bar, with the slack. */
  public static Duration on(Duration bar) {
    return Duration.ofMillis(Math.round(bar.toMillis() * FACTOR));
  }
}
