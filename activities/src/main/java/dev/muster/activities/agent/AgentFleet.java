package dev.muster.activities.agent;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Function;

/**
 * Calls many agents at once, each on a virtual thread, never more than a limit at a time. Shared by
 * everything in the process that calls agents, so the limit holds for the process.
 */
public final class AgentFleet {

  private final Semaphore room;

  /**
   * @param concurrency calls at a time; at least 1
   */
  public AgentFleet(int concurrency) {
    if (concurrency < 1) {
      throw new IllegalArgumentException("concurrency: %d (expected: >= 1)".formatted(concurrency));
    }
    this.room = new Semaphore(concurrency);
  }

  /**
   * Calls for every item and gathers the results in the order of the items.
   *
   * @throws InterruptedException when the caller is interrupted; what is under way is then
   *     interrupted too, and ends on its own
   */
  public <I, R> List<R> each(List<I> items, Function<I, R> call) throws InterruptedException {
    List<Thread> threads = new ArrayList<>(items.size());
    List<CompletableFuture<R>> results = new ArrayList<>(items.size());
    try {
      for (I item : items) {
        room.acquire();
        CompletableFuture<R> result = new CompletableFuture<>();
        results.add(result);
        threads.add(Thread.startVirtualThread(() -> run(item, call, result)));
      }
      return gather(results);
    } catch (InterruptedException e) {
      threads.forEach(Thread::interrupt);
      throw e;
    }
  }

  private <I, R> void run(I item, Function<I, R> call, CompletableFuture<R> result) {
    try {
      result.complete(call.apply(item));
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
    } finally {
      room.release();
    }
  }

  private static <R> List<R> gather(List<CompletableFuture<R>> results)
      throws InterruptedException {
    List<R> gathered = new ArrayList<>(results.size());
    for (CompletableFuture<R> result : results) {
      try {
        gathered.add(result.get());
      } catch (ExecutionException e) {
        throw new IllegalStateException("a call to an agent threw", e.getCause());
      }
    }
    return gathered;
  }
}
