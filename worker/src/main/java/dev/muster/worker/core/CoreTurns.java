package dev.muster.worker.core;

import dev.muster.activities.secret.Resolving;
import dev.muster.activities.secret.Resolving.Resolved;
import dev.muster.activities.secret.Secrets;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.core.CoreKind;
import dev.muster.domain.core.CoreNext;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.rollout.Attempt.Cause;
import dev.muster.domain.secret.SecretReferences;
import dev.muster.domain.sensitive.Masking;
import dev.muster.domain.shown.DurationText;
import dev.muster.domain.shown.Shortened;
import dev.muster.records.core.CoreActions;
import dev.muster.records.core.CoreActions.Place;
import dev.muster.records.core.CoreTurn;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Executes single turns, and writes down what followed from each. */
final class CoreTurns {

  private static final int LONGEST_REASON = 1_000;

  /** Between two looks whether a provider of secrets is back. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final CoreActions actions;
  private final CoreServers servers;
  private final Secrets secrets;
  private final Clock clock;

  CoreTurns(CoreActions actions, CoreServers servers, Secrets secrets, Clock clock) {
    this.actions = actions;
    this.servers = servers;
    this.secrets = secrets;
    this.clock = clock;
  }

  /** One turn; what is new for the cluster's cycles, if anything is. */
  Optional<Place> take(CoreTurn turn) throws InterruptedException {
    if (isOver(turn)) {
      return timedOut(turn, "");
    }
    Resolved resolved = new Resolving(secrets, turn.cluster()).resolve(turn.push(), address(turn));
    return switch (resolved) {
      case Resolved.Refused(String why) -> failed(turn, why, Cause.REFUSED);
      case Resolved.Waits(var reason) ->
          again(
              turn,
              new CoreNext.Again(
                  clock.instant().plus(PATIENCE), Optional.empty(), Optional.empty()));
      case Resolved.Ready ready -> execute(turn, ready);
    };
  }

  /** Somebody asked to stop it while it was executed. */
  Optional<Place> stopped(CoreTurn turn) {
    return end(turn, ActionState.CANCELLED, Optional.empty(), Optional.empty(), Cause.NONE);
  }

  /** A bug of a kind. */
  Optional<Place> broke(CoreTurn turn, RuntimeException bug) {
    return failed(
        turn, "Muster failed to execute it: " + bug.getClass().getSimpleName(), Cause.NONE);
  }

  private Optional<Place> execute(CoreTurn turn, Resolved.Ready ready) throws InterruptedException {
    Masking masking = Masking.NONE.with(ready.sensitive());
    Optional<CoreKind> kind = CoreKind.of(turn.push().kind());
    if (kind.isEmpty()) {
      return failed(
          turn,
          "'%s' is no action that Muster itself executes (expected: one of %s)"
              .formatted(turn.push().kind(), CoreKind.words()),
          Cause.REFUSED);
    }
    try {
      CoreNext next = execution(kind.get()).execute(new CoreWork(turn, ready.args(), clock));
      return switch (next) {
        case CoreNext.Again again -> again(turn, masked(again, masking));
        case CoreNext.Succeeded(var outputs) ->
            end(
                turn,
                ActionState.DONE,
                Optional.of(masking.shown(outputs)),
                Optional.empty(),
                Cause.NONE);
        case CoreNext.Retry(var at, var why) -> putBack(turn, at, masking.shown(why));
        case CoreNext.Broken broken when isOver(turn) ->
            timedOut(turn, ": " + masking.shown(broken.why()));
        case CoreNext.Broken(String why, var outputs) ->
            end(
                turn,
                ActionState.FAILED,
                outputs.map(masking::shown),
                Optional.of(failure(masking.shown(why))),
                Cause.NONE);
      };
    } catch (IllegalArgumentException unfit) {
      return failed(turn, masking.shown(String.valueOf(unfit.getMessage())), Cause.REFUSED);
    }
  }

  private CoreExecution execution(CoreKind kind) {
    return switch (kind) {
      case HTTP -> new HttpExecution(servers);
      case WAIT -> new WaitExecution();
      case WEBHOOK -> new WebhookExecution(servers);
      case HOOK -> new HookExecution(servers);
      case POLL -> new PollExecution(servers);
    };
  }

  private Optional<Place> putBack(CoreTurn turn, Instant notBefore, String why) {
    return actions.end(
        turn.push().id(),
        ActionState.PENDING_SCHEDULE,
        Optional.empty(),
        Optional.of(failure(why)),
        Cause.NONE,
        notBefore);
  }

  private static CoreNext.Again masked(CoreNext.Again again, Masking masking) {
    return new CoreNext.Again(
        again.at(), again.payload().map(masking::shown), again.told().map(masking::shown));
  }

  private Optional<Place> again(CoreTurn turn, CoreNext.Again again) {
    Optional<Place> place =
        actions.later(
            turn.push().id(),
            again.at(),
            again.payload(),
            again.told().map(told -> Shortened.to(LONGEST_REASON, told)));
    return place.filter(one -> again.payload().isPresent() || again.told().isPresent());
  }

  private boolean isOver(CoreTurn turn) {
    Instant now = clock.instant();
    return turn.expires().filter(end -> !now.isBefore(end)).isPresent();
  }

  private Optional<Place> timedOut(CoreTurn turn, String last) {
    String time =
        DurationText.print(Duration.between(turn.begun(), turn.expires().orElse(turn.begun())));
    return failed(turn, "it did not end within %s%s".formatted(time, last), Cause.TIMED_OUT);
  }

  private Optional<Place> failed(CoreTurn turn, String why, Cause cause) {
    return end(turn, ActionState.FAILED, Optional.empty(), Optional.of(failure(why)), cause);
  }

  private Optional<Place> end(
      CoreTurn turn,
      ActionState state,
      Optional<JsonNode> payload,
      Optional<Failure> error,
      Cause cause) {
    ActionId id = turn.push().id();
    return actions.end(id, state, payload, error, cause, clock.instant());
  }

  private static Failure failure(String why) {
    return new Failure(Shortened.to(LONGEST_REASON, why), List.of());
  }

  /** Where it goes; a secret within it does not change over which way. */
  private static String address(CoreTurn turn) {
    return SecretReferences.resolved(turn.push().args().path("url"), secret -> "secret")
        .asString("");
  }
}
