package dev.muster.workflows.signals;

import dev.muster.domain.shown.Markdown;
import dev.muster.domain.shown.Shortened;
import dev.muster.workflows.contract.BadSignal;
import dev.muster.workflows.waiting.Alarm;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The signals that could not be acted on. The newest are shown; all of them go to the audit, those
 * that wait at the time in one piece. What was understood and refused is shown here, too, because
 * nobody answers a signal.
 */
public final class IgnoredMessages {

  private static final int SHOWN = 5;
  private static final int LONGEST = 400;
  private static final int LONGEST_NAME = 100;
  private static final int SHOWN_NAME = 40;

  /** More than these at a time are a mistake of a script; the audit has the first ones. */
  private static final int MOST = 100;

  private final BackgroundJobs background;
  private final Consumer<List<BadSignal>> audit;
  private final Deque<String> shown = new ArrayDeque<>();
  private final List<BadSignal> unwritten = new ArrayList<>();

  /**
   * @param audit the activity that writes them
   */
  public IgnoredMessages(BackgroundJobs background, Consumer<List<BadSignal>> audit) {
    this.background = background;
    this.audit = audit;
  }

  /** Keeps one; safe in a handler. */
  public void add(WorkflowMessage message, String why) {
    BadSignal bad =
        new BadSignal(
            Shortened.to(LONGEST_NAME, Markdown.printable(message.name())),
            message.by().map(Markdown::printable),
            Shortened.to(LONGEST, why),
            Alarm.now());
    show(bad.name(), bad.by(), "ignored", why);
    if (unwritten.isEmpty()) {
      background.add(new Writing());
    }
    if (unwritten.size() < MOST) {
      unwritten.add(bad);
    }
  }

  /** Shows one that was understood and not carried out; its audit is written with the command. */
  public void refused(String what, Optional<String> by, String why) {
    show(what, by, "refused", why);
  }

  /** For the current details; empty if there is nothing to say. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    shown.forEach(line -> text.append("- ").append(line).append('\n'));
    return text.isEmpty() ? "" : "**Signals that did nothing**\n\n" + text + "\n";
  }

  private final class Writing implements BackgroundJobs.Job {

    @Override
    public void run() {
      List<BadSignal> now = List.copyOf(unwritten);
      audit.accept(now);
      unwritten.subList(0, now.size()).clear();
      if (!unwritten.isEmpty()) {
        background.add(new Writing());
      }
    }

    @Override
    public void leaveOut() {
      unwritten.clear();
    }
  }

  /** What was typed stands in code, so that it means nothing and its quotes stay as they are. */
  private void show(String what, Optional<String> by, String fate, String why) {
    shown.addFirst(
        "%s %s%s was %s: %s"
            .formatted(
                Alarm.now().truncatedTo(ChronoUnit.SECONDS),
                Markdown.code(Shortened.to(LONGEST_NAME, what)),
                by.map(who -> " by " + Markdown.code(Shortened.to(SHOWN_NAME, who))).orElse(""),
                fate,
                Markdown.code(Shortened.to(LONGEST, why))));
    if (shown.size() > SHOWN) {
      shown.removeLast();
    }
  }
}
