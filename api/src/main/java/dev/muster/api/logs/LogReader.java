package dev.muster.api.logs;

import dev.muster.api.logs.LogEndJson.MissingLogJson;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.log.LogLines;
import dev.muster.domain.log.LogLines.Item;
import dev.muster.records.logs.ActionLogs;
import dev.muster.records.logs.LogChunk;
import dev.muster.records.logs.LogRecord;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One reader of logs: reads what is kept, piece by piece, and waits for more. Holds a few pieces
 * and a begun line of each log. How slow its reader is matters to nobody else: what is dropped
 * meanwhile is marked as left out.
 */
final class LogReader {

  /** Of up to 256 KiB each. */
  private static final int CHUNKS = 4;

  private static final Duration HEARTBEAT = Duration.ofSeconds(15);
  private static final Duration FOLLOW_EVERY = Duration.ofSeconds(5);
  private static final Duration FOLLOWED = Duration.ofSeconds(20);

  /** Who does not follow waits so long for what is being fetched. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** And so long for what executes, and may print nothing for now. */
  private static final Duration QUIET = Duration.ofMillis(1500);

  private static final Duration SHORTEST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofMillis(400);

  private final ActionLogs logs;
  private final LogsOf which;
  private final LogSink sink;
  private final Clock clock;
  private final Map<ActionId, Place> places = new HashMap<>();

  LogReader(ActionLogs logs, LogsOf which, LogSink sink, Clock clock) {
    this.logs = logs;
    this.which = which;
    this.sink = sink;
    this.clock = clock;
  }

  /** How long somebody reads. */
  enum Until {
    /** Until nothing more can come. */
    THE_END,
    /** Until all is read that is there now, or will be in a moment. */
    NOW
  }

  /** Whether who reads may go on. */
  interface Permit {
    boolean holds();
  }

  /** How far a log was read; of one that is read to its end, only that. */
  private static final class Place {
    private Optional<LogLines> lines = Optional.of(new LogLines(0));
    private boolean ended;
  }

  /** Reads, and writes what it read. */
  void read(Until until, Permit permit) throws IOException, InterruptedException {
    Instant begun = clock.instant();
    Instant moved = begun;
    Instant heard = begun;
    Instant follow = begun;
    Duration pause = SHORTEST;
    while (permit.holds()) {
      Instant now = clock.instant();
      if (!now.isBefore(follow)) {
        which.follow(now.plus(FOLLOWED));
        follow = now.plus(FOLLOW_EVERY);
      }
      boolean over = which.isOver();
      if (isNew()) {
        moved = clock.instant();
        heard = moved;
        pause = SHORTEST;
      } else if (Duration.between(heard, now).compareTo(HEARTBEAT) > 0) {
        sink.stillHere();
        heard = now;
      }
      boolean enough =
          until == Until.NOW
              && (Duration.between(begun, now).compareTo(PATIENCE) > 0
                  || (Duration.between(moved, now).compareTo(QUIET) > 0 && !isComing()));
      if (over || enough) {
        end();
        return;
      }
      Thread.sleep(pause);
      Duration longer = pause.multipliedBy(2);
      pause = longer.compareTo(LONGEST) > 0 ? LONGEST : longer;
    }
  }

  private boolean isComing() {
    return which.incomplete().stream().anyMatch(LogRecord::isComing);
  }

  private boolean isNew() throws IOException {
    boolean any = false;
    for (LogRecord log : which.changed()) {
      Place place = places.computeIfAbsent(log.action(), id -> new Place());
      if (!place.ended) {
        any |= read(log, place);
      }
    }
    return any;
  }

  /** Up to where it was fetched when it was looked at: others have their turn then. */
  private boolean read(LogRecord log, Place place) throws IOException {
    LogLines lines = place.lines.orElseThrow();
    long before = lines.next();
    while (lines.next() < log.fetched()) {
      List<LogChunk> chunks = logs.chunks(log.action(), lines.next(), CHUNKS);
      if (chunks.isEmpty()) {
        break;
      }
      for (LogChunk chunk : chunks) {
        write(log, chunk.at(), lines.take(chunk.start(), chunk.bytes()));
      }
    }
    boolean moved = lines.next() > before;
    if (log.state().isFinal()) {
      List<Item> last = new ArrayList<>(lines.skipTo(log.fetched()));
      last.addAll(lines.end());
      write(log, Optional.empty(), last);
      place.ended = true;
      place.lines = Optional.empty();
    }
    return moved;
  }

  /** What is begun of lines, and what is missing. */
  private void end() throws IOException {
    for (LogRecord log : which.incomplete()) {
      Optional<LogLines> lines =
          Optional.ofNullable(places.get(log.action())).flatMap(place -> place.lines);
      if (lines.isPresent()) {
        write(log, Optional.empty(), lines.get().end());
      }
    }
    sink.end(new LogEndJson(which.incomplete().stream().map(MissingLogJson::of).toList()));
  }

  private void write(LogRecord log, Optional<Instant> at, List<Item> items) throws IOException {
    if (!items.isEmpty()) {
      sink.part(LogPartJson.of(log.action(), log.node(), log.step(), at, items));
    }
  }
}
