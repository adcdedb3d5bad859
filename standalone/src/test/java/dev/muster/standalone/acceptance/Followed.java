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

  /**
   * What the stream told, such as {@code run Paused}, until the event {@code end} or a minute of
   * silence.
   */
  List<String> untilEnd() throws InterruptedException {
    while (seen.stream().noneMatch(event -> event.startsWith("end "))) {
      var signal = stream.next(SILENCE);
      if (signal.isEmpty()) {
        break;
      }
      if (signal.get() instanceof StreamSignal.Event(String name, String data)) {
        seen.add(name + " " + Json.text(Json.parse(data), "state"));
      }
    }
    return List.copyOf(seen);
  }

  @Override
  public void close() {
    stream.close();
  }
}
