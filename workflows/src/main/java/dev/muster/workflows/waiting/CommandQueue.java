package dev.muster.workflows.waiting;

import dev.muster.workflows.contract.CommandOutcome;
import io.temporal.workflow.Workflow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Commands between the handlers, which only append, and the main loop, which takes all of them, has
 * them carried out and answers them in order.
 */
public final class CommandQueue<C> {

  private static final CommandOutcome NOT_REPORTED =
      CommandOutcome.refused(
          "not carried out: the cycle was taken over in the middle; look at the state and try again");

  private final Deque<Asked<C>> waiting = new ArrayDeque<>();
  private final List<Asked<C>> taken = new ArrayList<>();

  /** For a signal: nobody waits for the outcome. */
  public void add(C command) {
    waiting.add(new Asked<>(command));
  }

  /** For an update: returns when the main loop has answered. */
  public CommandOutcome ask(C command) {
    Asked<C> asked = new Asked<>(command);
    waiting.add(asked);
    Workflow.await(() -> asked.outcome.isPresent());
    return asked.outcome.orElseThrow();
  }

  /** Whether the main loop has something to take. */
  public boolean isWaiting() {
    return !waiting.isEmpty();
  }

  /** Takes all, in order; they are answered or put back before the next time. */
  public List<C> take() {
    taken.addAll(waiting);
    waiting.clear();
    return taken.stream().map(asked -> asked.command).toList();
  }

  /** Answers what was taken. */
  public void answer(List<CommandOutcome> outcomes) {
    for (int i = 0; i < taken.size(); i++) {
      taken.get(i).outcome = Optional.of(i < outcomes.size() ? outcomes.get(i) : NOT_REPORTED);
    }
    taken.clear();
  }

  /** Puts what was taken back in front, because it could not be carried out now. */
  public void putBack() {
    for (int i = taken.size() - 1; i >= 0; i--) {
      waiting.addFirst(taken.get(i));
    }
    taken.clear();
  }

  /** Refuses whatever is left, because nobody will take it any more. */
  public void refuseAll(String why) {
    putBack();
    waiting.forEach(asked -> asked.outcome = Optional.of(CommandOutcome.refused(why)));
    waiting.clear();
  }

  private static final class Asked<C> {
    private final C command;
    private Optional<CommandOutcome> outcome = Optional.empty();

    Asked(C command) {
      this.command = command;
    }
  }
}
