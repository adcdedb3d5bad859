package dev.muster.cli.follow;

import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import dev.muster.cli.rest.MusterApi;
import dev.muster.cli.terminal.ExitCode;
import dev.muster.cli.terminal.TimeText;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;

/**
 * Follows a plan of k0s Autopilot until it ends, and shows it meanwhile. It only looks: ending it
 * never touches the plan. A plan is asked for again and again, because its status is brought up to
 * date when somebody looks.
 *
 * <p>{@link #follow} is called once; {@link #detach} from any thread.
 */
public final class PlanFollower {
  private static final Duration LOOK_EVERY = Duration.ofMillis(500);
  private static final Duration GIVE_UP = Duration.ofMinutes(10);

  private final FollowRequest request;
  private final String cluster;
  private final PrintStream out;
  private final InstantSource clock;
  private final PlanDisplay display;
  private final CountDownLatch detached = new CountDownLatch(1);
  private Optional<PlanView> seen = Optional.empty();
  private Optional<Instant> lostAt = Optional.empty();

  /**
   * A follower that shows on {@code out}.
   *
   * @param request what is followed is the name of a plan
   */
  public PlanFollower(
      FollowRequest request,
      String cluster,
      PrintStream out,
      PrintStream err,
      InstantSource clock) {
    this.request = request;
    this.cluster = cluster;
    this.out = out;
    this.clock = clock;
    this.display = PlanDisplay.of(request, out, err);
  }

  /**
   * Follows to the end.
   *
   * @throws ApiFailure if there is no such plan, or no server at the first attempt
   */
  public ExitCode follow() throws InterruptedException {
    try (MusterApi api = new MusterApi(request.server(), request.asker())) {
      Optional<Instant> deadline = request.timeout().map(clock.instant()::plus);
      look(api);
      while (true) {
        Instant now = clock.instant();
        Optional<ExitCode> verdict = verdict(deadline, now);
        if (verdict.isPresent()) {
          return verdict.get();
        }
        if (!detached.await(LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS)) {
          Optional<ExitCode> gone = lookAgain(api);
          if (gone.isPresent()) {
            return gone.get();
          }
        }
      }
    } finally {
      display.close();
    }
  }

  /** Stops showing and says that the plan goes on: what Ctrl-C does. */
  public void detach() {
    detached.countDown();
    display.close();
    display.aside(
        "Detached: plan %1$s of %2$s goes on. To see it: %3$s k0s show %1$s --cluster %2$s   to cancel it: %3$s k0s cancel %1$s --cluster %2$s"
            .formatted(request.run(), cluster, request.command()));
  }

  private Optional<ExitCode> lookAgain(MusterApi api) {
    try {
      look(api);
      lostAt.ifPresent(since -> display.notice("Connected again", clock.instant()));
      lostAt = Optional.empty();
      return Optional.empty();
    } catch (ApiFailure failure) {
      if (failure.kind() == ApiFailure.Kind.UNAVAILABLE) {
        lost(failure);
        return Optional.empty();
      }
      return gone(api, failure);
    }
  }

  private void look(MusterApi api) {
    JsonNode json =
        api.get(ApiPath.of("clusters", cluster, "autopilot", "plans", request.run())).json();
    PlanView plan = PlanView.parse(json);
    if (!plan.run().isEmpty() && request.output() == FollowRequest.Output.PEOPLE) {
      plan = run(api, plan.run()).map(run -> PlanView.parse(json, run)).orElse(plan);
    }
    seen = Optional.of(plan);
    display.show(plan, Json.write(json), clock.instant());
  }

  /** A run may be history that is kept no longer; then the plan itself says what is known. */
  private static Optional<RunView> run(MusterApi api, String id) {
    try {
      return Optional.of(RunView.parse(api.get(ApiPath.of("runs", id)).json()));
    } catch (ApiFailure failure) {
      if (failure.kind() == ApiFailure.Kind.REFUSED) {
        return Optional.empty();
      }
      throw failure;
    }
  }

  /** A plan that is deleted while it runs takes its run with it, which ends what it began. */
  private Optional<ExitCode> gone(MusterApi api, ApiFailure refused) {
    Optional<RunView> run =
        seen.filter(plan -> !plan.run().isEmpty()).flatMap(plan -> run(api, plan.run()));
    if (run.isEmpty()) {
      throw refused;
    }
    if (!run.get().isFinal()) {
      return Optional.empty();
    }
    display.notice(
        "Plan %s of %s is deleted; its run %s is %s"
            .formatted(request.run(), cluster, run.get().shortId(), run.get().ending()),
        clock.instant());
    return Optional.of(run.get().exitCode());
  }

  private void lost(ApiFailure failure) {
    if (lostAt.isEmpty()) {
      lostAt = Optional.of(clock.instant());
      display.notice(
          "Connection lost (%s); the plan goes on, trying again".formatted(failure.line()),
          clock.instant());
    }
  }

  private Optional<ExitCode> verdict(Optional<Instant> deadline, Instant now) {
    if (detached.getCount() == 0 || out.checkError()) {
      return Optional.of(ExitCode.DETACHED);
    }
    if (lostAt.isEmpty() && seen.filter(PlanView::isFinal).isPresent()) {
      display.verdict(seen.get(), now);
      return Optional.of(end(seen.get()));
    }
    if (deadline.isPresent() && !now.isBefore(deadline.get())) {
      display.notice(
          "Not finished within %s; it goes on. To see it: %s k0s show %s --cluster %s"
              .formatted(
                  TimeText.took(request.timeout().orElseThrow()),
                  request.command(),
                  request.run(),
                  cluster),
          now);
      return Optional.of(ExitCode.WAITING);
    }
    if (lostAt.isPresent() && now.isAfter(lostAt.get().plus(GIVE_UP))) {
      display.notice("No connection for " + TimeText.took(GIVE_UP) + "; giving up", now);
      return Optional.of(ExitCode.UNAVAILABLE);
    }
    return Optional.empty();
  }

  /** Autopilot has no word for what was cancelled; the run of the plan has. */
  private ExitCode end(PlanView plan) {
    if (plan.exitCode() == ExitCode.OK || plan.run().isEmpty()) {
      return plan.exitCode();
    }
    try (MusterApi api = new MusterApi(request.server(), request.asker())) {
      return run(api, plan.run())
          .map(RunView::exitCode)
          .filter(ExitCode.CANCELLED::equals)
          .orElse(plan.exitCode());
    } catch (ApiFailure unavailable) {
      return plan.exitCode();
    }
  }
}
