package dev.muster.workflows.client;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One call of the engine under a deadline, which bounds the client's own retries too: without it a
 * client tries for a minute to reach an engine that is away.
 */
final class EngineCall {

  private static final ScheduledExecutorService CLOCK = clock();

  private EngineCall() {}

  /**
   * Calls, and tells an engine that is away from everything else.
   *
   * @param what for the message, such as "start run 7"
   * @throws EngineUnavailable if the engine does not answer in time, or refuses to
   */
  static <T> T within(Duration limit, String what, Callable<T> call) {
    Deadline deadline = Deadline.after(limit.toMillis(), TimeUnit.MILLISECONDS);
    Context.CancellableContext context = Context.current().withDeadline(deadline, CLOCK);
    try {
      return context.call(call);
    } catch (RuntimeException e) {
      if (Thread.currentThread().isInterrupted()) {
        // Somebody stops this thread; the client says so in many ways.
        throw new EngineUnavailable(
            "could not %s: it was interrupted; ask again".formatted(what), e);
      }
      // Past the deadline the client may stumble over the negative time that is left to it.
      boolean late = deadline.isExpired() && status(e).isEmpty();
      throw late ? unanswered(what, limit, e) : translated(e, what, limit);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    } finally {
      context.cancel(null);
    }
  }

  /** Forgets a deadline as soon as its call is over. */
  private static ScheduledExecutorService clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1, task -> Thread.ofPlatform().daemon().name("muster-engine-deadline").unstarted(task));
    clock.setRemoveOnCancelPolicy(true);
    return clock;
  }

  /** Whether the engine answered that something is not there. */
  static boolean isNotFound(EngineUnavailable failure) {
    return status(failure).filter(one -> one.getCode() == Status.Code.NOT_FOUND).isPresent();
  }

  /** Whether the engine was there and said nothing in time. */
  static boolean isUnanswered(EngineUnavailable failure) {
    return !Thread.currentThread().isInterrupted()
        && status(failure).map(Status::getCode).map(EngineCall::isLate).orElse(true);
  }

  private static boolean isLate(Status.Code code) {
    return code == Status.Code.DEADLINE_EXCEEDED || code == Status.Code.CANCELLED;
  }

  static EngineUnavailable unanswered(String what, Duration limit, Throwable cause) {
    return new EngineUnavailable(
        ("could not %s: no answer from the Temporal engine within %d s. Check the engine, and that a "
                + "worker runs, then ask again; doing it twice is harmless.")
            .formatted(what, limit.toSeconds()),
        cause);
  }

  /** What a workflow said when it refused an update. */
  static String reason(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ApplicationFailure refused) {
        return refused.getOriginalMessage();
      }
    }
    return String.valueOf(failure.getMessage());
  }

  private static RuntimeException translated(RuntimeException e, String what, Duration limit) {
    if (e instanceof WorkflowNotFoundException) {
      return e;
    }
    Optional<Status> status = status(e);
    if (status.isEmpty()) {
      return e;
    }
    EngineTrouble trouble = EngineTrouble.of(status.get());
    return switch (status.get().getCode()) {
      case UNAVAILABLE -> unavailable(what, "cannot be reached", trouble, ", then ask again", e);
      case DEADLINE_EXCEEDED, CANCELLED -> unanswered(what, limit, e);
      case RESOURCE_EXHAUSTED -> unavailable(what, "is overloaded", trouble, ", then ask again", e);
      case UNAUTHENTICATED, PERMISSION_DENIED -> unavailable(what, "refused", trouble, "", e);
      case NOT_FOUND, UNIMPLEMENTED, UNKNOWN, INTERNAL, DATA_LOSS ->
          unavailable(what, "answered with an error", trouble, "", e);
      case OK, INVALID_ARGUMENT, ALREADY_EXISTS, FAILED_PRECONDITION, ABORTED, OUT_OF_RANGE -> e;
    };
  }

  private static EngineUnavailable unavailable(
      String what, String state, EngineTrouble trouble, String then, RuntimeException e) {
    return new EngineUnavailable(
        "could not %s: the Temporal engine %s (%s). %s%s."
            .formatted(what, state, trouble.why(), trouble.next(), then),
        e);
  }

  private static Optional<Status> status(Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof StatusRuntimeException failure) {
        return Optional.of(failure.getStatus());
      }
    }
    return Optional.empty();
  }
}
