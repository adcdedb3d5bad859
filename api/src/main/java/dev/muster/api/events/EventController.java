package dev.muster.api.events;

import dev.muster.api.runs.RunLookup;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.security.ProvenIdentity;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.run.RunId;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/** Streams a run to whoever follows it, each on a virtual thread of its own. */
@RestController
@Tag(name = "runs")
public final class EventController {
  private static final Logger LOG = LoggerFactory.getLogger(EventController.class);

  /** A comment this often keeps proxies from closing the stream, and finds followers that left. */
  private static final Duration HEARTBEAT = Duration.ofSeconds(15);

  private final RunLookup runs;
  private final RunFeeds feeds;
  private final Followers followers;

  EventController(RunLookup runs, RunFeeds feeds, Followers followers) {
    this.runs = runs;
    this.feeds = feeds;
    this.followers = followers;
  }

  @GetMapping(value = "/v1/runs/{id}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
  @Needs(value = Permission.READ, where = Where.RUN)
  @Operation(
      summary = "Follow a run",
      description =
          "Server-sent events. `run`: the run as GET /v1/runs/{id} answers it, at once and after"
              + " every change, at most 5 a second. `end`: the same when it is final; then the"
              + " stream closes. A comment every 15 seconds. Nothing more is sent once the token"
              + " that opened it has ended or was revoked. One identity may have 256 streams open"
              + " (muster.http.streams); 429 beyond.")
  void follow(@PathVariable String id, HttpServletResponse response) {
    RunId run = runs.resolve(id);
    Runnable leave = followers.join();
    try {
      follow(run, response);
    } finally {
      leave.run();
    }
  }

  private void follow(RunId run, HttpServletResponse response) {
    response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Cache-Control", "no-cache");
    response.setHeader("X-Accel-Buffering", "no");
    Feed feed = feeds.follow(run);
    try {
      stream(feed, response.getOutputStream(), stillMay());
    } catch (IOException gone) {
      LOG.debug("A follower of run {} has gone", run);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      feeds.leave(feed);
    }
  }

  /** Whether who asked may go on to see it: a stream must not outlive what opened it. */
  private static BooleanSupplier stillMay() {
    return ProvenIdentity.current()
        .<BooleanSupplier>map(who -> who::stillHolds)
        .orElse(() -> false);
  }

  private static void stream(Feed feed, OutputStream out, BooleanSupplier stillMay)
      throws IOException, InterruptedException {
    long seen = 0;
    while (true) {
      Optional<Frame> next = feed.after(seen, HEARTBEAT);
      if (!stillMay.getAsBoolean()) {
        out.write(": the token has ended, or was revoked\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
        return;
      }
      if (next.isPresent()) {
        seen = next.get().number();
        write(out, "run", next.get());
        if (next.get().last()) {
          write(out, "end", next.get());
          return;
        }
      } else if (feed.isOver()) {
        return;
      } else {
        out.write(": still here\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    }
  }

  private static void write(OutputStream out, String event, Frame frame) throws IOException {
    out.write(("event: " + event + "\ndata: ").getBytes(StandardCharsets.UTF_8));
    out.write(frame.json().getBytes(StandardCharsets.UTF_8));
    out.write("\n\n".getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
