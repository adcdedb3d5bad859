package dev.muster.cli.follow;

import java.time.Instant;

/** How a followed run is shown. */
sealed interface Display permits ScreenDisplay, LineDisplay, JsonDisplay {
  /** The run as it is now; {@code json} is the same as it came. */
  void show(RunView run, String json, Instant now);

  /** What a step printed; it ended with the last {@link #show}. */
  void printed(Outputs.Printed printed, Instant now);

  /** Time went by without news. */
  void tick(Instant now);

  /** Something about the connection, in one line. */
  void notice(String text, Instant now);

  /** The run is over; the last {@link #show} had its end. */
  void verdict(RunView run, Instant now);

  /** Nothing more will be shown: leaves the terminal as it was found. */
  void close();
}
