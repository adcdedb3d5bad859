package dev.muster.cli.follow;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.EventStream;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.rest.StreamSignal;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.TimeText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;

/**
 * Follows a run until it ends, and shows it meanwhile. It only looks: ending it never touches the
 * run. The connection may break and the server restart; every event is the whole run, so nothing is
 * missed by having been away.
 *
 * <p>{@link #follow} is called once; {@link #detach} from any thread.
 */
public final class RunFollower {
  private static final Duration TICK = Duration.ofMillis(500);
  // The server sends a comment every 15 s.
  private static final Duration SILENCE = Duration.ofSeconds(45);
  private static final Duration GIVE_UP = Duration.ofMinutes(10);

  private final FollowRequest request;
  private final PrintStream out;
  private final PrintStream err;
  private final InstantSource clock;
  private final Display display;
  private Optional<Outputs> outputs = Optional.empty();
  private Optional<RunView> seen = Optional.empty();
  private Optional<Instant> lostAt = Optional.empty();
  private volatile boolean detached;
  private volatile String id;

  /** Shows on {@code out}; {@code err} takes what is not the run. */
  public RunFollower(FollowRequest request, PrintStream out, PrintStream err) {
    this(request, out, err, InstantSource.system());
  }

  /** A follower that goes by another clock. */
  public RunFollower(FollowRequest request, PrintStream out, PrintStream err, InstantSource clock) {
    this.request = request;
    this.out = out;
    this.err = err;
    this.clock = clock;
    this.display = display();
    this.id = request.run();
  }

  /**
   * Follows to the end.
   *
   * @throws ApiFailure if there is no such run, or no server at the first attempt
   */
  public FollowEnd follow() throws InterruptedException {
    try (MusterApi api = new MusterApi(request.server(), request.asker())) {
      // Asking once first turns a prefix into an id, and a missing run into a clear answer.
      id = Json.text(api.get(ApiPath.of("runs", request.run())).json(), "id");
      if (request.output() == FollowRequest.Output.PEOPLE) {
        outputs = Optional.of(new Outputs(api, Outputs.Amount.FEW));
      }
      try (EventStream events = EventStream.open(api, ApiPath.of("runs", id, "events"), SILENCE)) {
        return until(events, request.timeout().map(clock.instant()::plus));
      }
    } finally {
      display.close();
    }
  }

  /** Stops showing and says that the run goes on: what Ctrl-C does. */
  public void detach() {
    detached = true;
    display.close();
    PrintStream to = request.output() == FollowRequest.Output.JSON ? err : out;
    to.println();
    to.println(detachedLine());
    to.flush();
  }

  String detachedLine() {
    return "Detached: run %1$s goes on. To follow it again: %2$s run follow %1$s   to cancel it: %2$s run cancel %1$s"
        .formatted(RunView.shortId(id), request.command());
  }

  private FollowEnd until(EventStream events, Optional<Instant> deadline)
      throws InterruptedException {
    while (true) {
      Optional<StreamSignal> signal = events.next(TICK);
      Instant now = clock.instant();
      Optional<FollowEnd> verdict = signal.flatMap(news -> handle(news, now));
      if (signal.isEmpty()) {
        display.tick(now);
      }
      verdict = verdict.or(() -> enough(deadline, now));
      if (verdict.isPresent()) {
        return verdict.get();
      }
    }
  }

  private Optional<FollowEnd> handle(StreamSignal signal, Instant now) {
    return switch (signal) {
      case StreamSignal.Connected() -> {
        lostAt.ifPresent(since -> display.notice("Connected again" + after(since, now), now));
        lostAt = Optional.empty();
        yield Optional.empty();
      }
      case StreamSignal.Lost(String why) -> {
        lost(why, now);
        yield Optional.empty();
      }
      case StreamSignal.Refused(ApiFailure failure) -> throw failure;
      case StreamSignal.Event event -> event(event, now);
    };
  }

  private Optional<FollowEnd> event(StreamSignal.Event event, Instant now) {
    if (!event.name().equals("run") && !event.name().equals("end")) {
      return Optional.empty();
    }
    RunView run;
    try {
      run = RunView.parse(Json.parse(event.data()));
    } catch (JacksonException e) {
      display.notice("An event that is no JSON was left out", now);
      return Optional.empty();
    }
    seen = Optional.of(run);
    display.show(run, event.data(), now);
    outputs.ifPresent(asked -> asked.news(run, news -> display.printed(news, now)));
    if (event.name().equals("end")) {
      outputs
          .flatMap(asked -> asked.hint(run, request.command()))
          .ifPresent(hint -> display.notice(hint, now));
      display.verdict(run, now);
      return verdict(run.exitCode());
    }
    if (request.atApproval() == FollowRequest.AtApproval.STOP && run.awaitsApproval()) {
      display.notice(
          "Run %s waits for approval: %s run approve %s"
              .formatted(run.shortId(), request.command(), run.shortId()),
          now);
      return verdict(ExitCode.WAITING);
    }
    return Optional.empty();
  }

  private void lost(String why, Instant now) {
    if (lostAt.isEmpty()) {
      lostAt = Optional.of(now);
      display.notice("Connection lost (%s); the run goes on, trying again".formatted(why), now);
    }
  }

  private Optional<FollowEnd> enough(Optional<Instant> deadline, Instant now) {
    if (detached || out.checkError()) {
      return verdict(ExitCode.DETACHED);
    }
    if (deadline.isPresent() && !now.isBefore(deadline.get())) {
      display.notice(
          "Not finished within %s; it goes on. To follow it again: %s run follow %s"
              .formatted(
                  TimeText.took(request.timeout().orElseThrow()),
                  request.command(),
                  RunView.shortId(id)),
          now);
      return verdict(ExitCode.WAITING);
    }
    if (lostAt.isPresent() && now.isAfter(lostAt.get().plus(GIVE_UP))) {
      display.notice("No connection for " + TimeText.took(GIVE_UP) + "; giving up", now);
      return verdict(ExitCode.UNAVAILABLE);
    }
    return Optional.empty();
  }

  private Optional<FollowEnd> verdict(ExitCode code) {
    return Optional.of(new FollowEnd(code, seen));
  }

  private static String after(Instant since, Instant now) {
    return " after " + TimeText.took(Duration.between(since, now));
  }

  private Display display() {
    if (request.output() == FollowRequest.Output.JSON) {
      return new JsonDisplay(out, err);
    }
    if (!ScreenDisplay.fits(request.terminal())) {
      return new LineDisplay(out, request.command());
    }
    return new ScreenDisplay(
        out,
        request.terminal(),
        request.command(),
        terminal -> terminal.resized(Map.copyOf(System.getenv())));
  }
}
