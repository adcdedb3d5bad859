package dev.muster.cli.rest;

/** What comes out of an event stream. */
public sealed interface StreamSignal {
  /** A connection stands; after a loss this is the news that it is back. */
  record Connected() implements StreamSignal {}

  /** An event. */
  record Event(String name, String data) implements StreamSignal {}

  /** The connection is gone, or could not be made; it is being tried again. */
  record Lost(String why) implements StreamSignal {}

  /** The server will not give this stream, now or later. */
  record Refused(ApiFailure failure) implements StreamSignal {}
}
