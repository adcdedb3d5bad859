package dev.muster.standalone.acceptance;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.EventStream;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.rest.StreamSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The event stream of a run, kept as it comes. */
final class Followed implements AutoCloseable {

  private static final Duration SILENCE = Duration.ofMinutes(1);

  private final EventStream stream;
  private final List<String> seen = new ArrayList<>();

  Followed(MusterApi api, String run) {
    this.stream = EventStream.open(api, ApiPath.of("runs", run, "events"), SILENCE);
  }

  /** Waits until the stream tells {@code event}, such as {@code run Paused}. */
  void awaitEvent(String event) throws InterruptedException {
    while (!seen.contains(event)) {
      StreamSignal signal =
          stream
              .next(SILENCE)
              .orElseThrow(() -> new AssertionError("no '%s' among %s".formatted(event, seen)));
      if (signal instanceof StreamSignal.Event(String name, String data)) {
        seen.add(name + " " + Json.text(Json.parse(data), "state"));
      }
    }
  }

  @Override
  public void close() {
    stream.close();
  }
}
