package dev.muster.workflows.signals;

import dev.muster.domain.stall.Backoff;
import dev.muster.workflows.waiting.Alarm;
import dev.muster.workflows.waiting.Reason;
import io.temporal.failure.ActivityFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Workflow;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;

/**
 * What a workflow does beside its main loop because of a signal: short record keeping, one job
 * after the other, each tried until the database takes it.
 *
 * <p>Workflows did nothing of this once: they dropped such signals. So every job asks for a version
 * under a number of its own: where an old history has no marker the job is left out, as it was
 * then, and what is said to the same execution afterwards is done.
 */
public final class BackgroundJobs {

  /** Followed by the number of the job. Part of histories: never to be changed. */
  static final String CHANGE = "said from outside ";

  private static final int SINCE = 1;

  /** Something to do in one activity. */
  public interface Job {

    /** Does it; idempotent, because it is tried until it succeeds. */
    void run() throws ActivityFailure;

    /** It is not done, because it was not when this history was made. */
    void leaveOut();
  }

  private final Deque<Job> jobs = new ArrayDeque<>();
  private final Backoff backoff = new Backoff();
  private Optional<String> trouble = Optional.empty();
  private int number;

  /** Begins; to be called once, when the workflow's method begins. */
  public void start() {
    // Its end is looked at because the SDK logs what nobody looks at, at every stop of a worker.
    Async.procedure(this::work).handle((nothing, ended) -> Optional.empty());
  }

  /** Called by handlers: only keeps it. */
  public void add(Job job) {
    jobs.add(job);
  }

  /** Whether nothing is left to do, so that the execution may end. */
  public boolean isIdle() {
    return jobs.isEmpty();
  }

  /** What keeps it from working. */
  public Optional<String> trouble() {
    return trouble;
  }

  private void work() {
    while (true) {
      Workflow.await(() -> !jobs.isEmpty());
      number++;
      int version = Workflow.getVersion(CHANGE + number, Workflow.DEFAULT_VERSION, SINCE);
      if (version >= SINCE) {
        untilDone(jobs.element());
      } else {
        jobs.element().leaveOut();
      }
      jobs.remove();
    }
  }

  private void untilDone(Job job) {
    while (true) {
      try {
        job.run();
        trouble = Optional.empty();
        backoff.reset();
        return;
      } catch (ActivityFailure e) {
        trouble = Optional.of("the records cannot be reached: " + Reason.of(e));
        Alarm.pause(backoff.next(), "before the records are tried again");
      }
    }
  }
}
