package dev.muster.api.events;

import dev.muster.records.actions.ActionEvent;
import dev.muster.records.actions.ActionEventFilter;
import dev.muster.records.actions.ActionEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/**
 * What one follower has not been told yet. Numbers are given before a transaction ends, so one that
 * ends late shows a lower number than others that were told: what was written in the last seconds
 * is read again each time, and told once. For one thread.
 */
final class NewEvents {

  /** No transaction that writes transitions takes as long. */
  private static final Duration LATE = Duration.ofSeconds(10);

  private final ActionEvents events;
  private final ActionEventFilter filter;
  private final Deque<Top> tops = new ArrayDeque<>();
  private final TreeSet<Long> told = new TreeSet<>();
  private long floor;

  /** The last transition that could be seen at a time. */
  private record Top(Instant at, long seq) {}

  /**
   * @param floor the last transition that the follower knows
   */
  NewEvents(ActionEvents events, ActionEventFilter filter, long floor) {
    this.events = events;
    this.filter = filter;
    this.floor = floor;
  }

  /** The events that have come, each once, oldest first. */
  List<ActionEvent> next(Instant now) {
    long top = events.newest();
    List<ActionEvent> fresh = new ArrayList<>();
    for (ActionEvent event : events.after(floor, filter)) {
      if (told.add(event.number())) {
        fresh.add(event);
      }
    }
    raise(now, Math.min(top, floor + ActionEvents.SPAN));
    return fresh;
  }

  /** What is older than any late transaction is not read again. */
  private void raise(Instant now, long seen) {
    tops.addLast(new Top(now, seen));
    boolean behind = seen == floor + ActionEvents.SPAN;
    while (!tops.isEmpty() && (behind || !tops.getFirst().at().plus(LATE).isAfter(now))) {
      floor = Math.max(floor, tops.removeFirst().seq());
    }
    told.headSet(floor * 2 + 1, true).clear();
  }
}
