package dev.muster.api.events;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Identified;
import dev.muster.api.requests.ListJson;
import dev.muster.api.requests.Listed;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.security.ProvenIdentity;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.event.EventLevel;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.actions.ActionEvent;
import dev.muster.records.actions.ActionEventFilter;
import dev.muster.records.actions.ActionEventFilter.Derived;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What happens to actions, of all clusters that somebody may read: as a list, and as a stream. */
@RestController
@Tag(name = "events")
public final class ActionEventController {
  private static final Logger LOG = LoggerFactory.getLogger(ActionEventController.class);

  private static final String FILTERS =
      "Of actions that another action or a run derived nothing is told, unless `derived` is true or"
          + " `action` names one. Without `level`: info, warning and error.";

  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** A comment this often keeps proxies from closing the stream. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final Records records;
  private final Followers followers;
  private final StreamsOpen open;
  private final Clock clock;

  ActionEventController(Records records, Followers followers, StreamsOpen open, Clock clock) {
    this.records = records;
    this.followers = followers;
    this.open = open;
    this.clock = clock;
  }

  @GetMapping("/v1/events")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(
      summary = "List events, newest first",
      description =
          FILTERS
              + " A page looks at 5,000 changes at most: it may have fewer events than `limit`, or"
              + " none, while there is a `next`.")
  public ListJson<ActionEventJson> list(
      @RequestParam Optional<List<ClusterName>> cluster,
      @RequestParam Optional<List<NodeId>> node,
      @RequestParam Optional<List<ActionKind>> kind,
      @RequestParam Optional<String> action,
      @RequestParam Optional<List<String>> level,
      @RequestParam(defaultValue = "false") boolean derived,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker,
      Sight sight) {
    ActionEventFilter filter =
        new ActionEventFilter(
            Listed.values("cluster", cluster),
            Listed.values("node", node),
            Listed.values("kind", kind),
            action(action, sight),
            levels(level),
            derived ? Derived.TOLD : Derived.SILENT,
            sight);
    return ListJson.of(
        limit, marker, page -> records.actionEvents().list(filter, page), ActionEventJson::of);
  }

  @GetMapping(value = "/v1/events/stream", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(
      summary = "Follow events",
      description =
          "Server-sent events of the name `event`, each as in the list, from now on or behind the"
              + (" event whose number is `after`; within a second. A comment every 15 s. "
                  + FILTERS)
              + " Nothing more is sent once the token that opened it has ended or was revoked.")
  void follow(
      @RequestParam Optional<List<ClusterName>> cluster,
      @RequestParam Optional<List<NodeId>> node,
      @RequestParam Optional<List<ActionKind>> kind,
      @RequestParam Optional<String> action,
      @RequestParam Optional<List<String>> level,
      @RequestParam(defaultValue = "false") boolean derived,
      @RequestParam Optional<Long> after,
      Sight sight,
      HttpServletResponse response) {
    ActionEventFilter filter =
        new ActionEventFilter(
            Listed.values("cluster", cluster),
            Listed.values("node", node),
            Listed.values("kind", kind),
            action(action, sight),
            levels(level),
            derived ? Derived.TOLD : Derived.SILENT,
            sight);
    long floor =
        after.map(ActionEventController::seq).orElseGet(() -> records.actionEvents().newest());
    Runnable leave = followers.join();
    try {
      stream(new NewEvents(records.actionEvents(), filter, floor), response);
    } finally {
      leave.run();
    }
  }

  private void stream(NewEvents events, HttpServletResponse response) {
    try {
      write(events, response);
    } catch (IOException gone) {
      LOG.debug("A follower of events has gone");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(NewEvents events, HttpServletResponse response)
      throws IOException, InterruptedException {
    response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("X-Accel-Buffering", "no");
    ProvenIdentity who = ProvenIdentity.current().orElseThrow();
    OutputStream out = response.getOutputStream();
    write(out, ": following\n\n");
    Instant heard = clock.instant();
    do {
      List<ActionEvent> next = events.next(clock.instant());
      if (!who.stillHolds()) {
        write(out, ": the token has ended, or was revoked\n\n");
        return;
      }
      for (ActionEvent event : next) {
        write(
            out,
            "id: %d\nevent: event\ndata: %s\n\n"
                .formatted(
                    event.number(), WireFormat.JSON.writeValueAsString(ActionEventJson.of(event))));
      }
      Instant now = clock.instant();
      if (!next.isEmpty()) {
        heard = now;
      } else if (!now.isBefore(heard.plus(HEARTBEAT))) {
        write(out, ": still here\n\n");
        heard = now;
      }
    } while (open.stayFor(LOOK_EVERY));
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private static long seq(long number) {
    if (number < 0) {
      throw ProblemException.badRequest(
          "after: %d (expected: the number of an event)".formatted(number));
    }
    return number / 2;
  }

  private Optional<ActionId> action(Optional<String> text, Sight sight) {
    return text.map(
        id -> new ActionId(Identified.one(records.actions().match(id, sight), "action", id)));
  }

  private static Set<EventLevel> levels(Optional<List<String>> words) {
    if (words.isEmpty()) {
      return EnumSet.complementOf(EnumSet.of(EventLevel.DEBUG));
    }
    Set<EventLevel> levels = EnumSet.noneOf(EventLevel.class);
    for (String word : Listed.values("level", words)) {
      levels.add(
          EventLevel.named(word)
              .orElseThrow(() ->
                  ProblemException.badRequest(
                      "level: '%s' (expected: %s)"
                          .formatted(
                              word,
                              Arrays.stream(EventLevel.values())
                                  .map(EventLevel::word)
                                  .collect(Collectors.joining(", "))))));
    }
    return levels;
  }
}
