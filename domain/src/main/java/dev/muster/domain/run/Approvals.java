package dev.muster.domain.run;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether a stage's approval was given. Silence means no. */
public final class Approvals {

  /** Where an approval stands. */
  public sealed interface Standing {

    /** Enough people said yes. */
    record Granted(List<String> by) implements Standing {}

    /**
     * It will not be given.
     *
     * @param why who said no, or that time ran out
     */
    record Refused(String why) implements Standing {}

    /**
     * More people must answer.
     *
     * @param missing how many
     * @param until when the answer becomes no; empty when nobody was asked yet
     */
    record Open(List<String> by, int missing, Optional<Instant> until) implements Standing {}
  }

  private Approvals() {}

  /**
   * Judges the answers in the order in which they came: what is decided first stays decided. An
   * answer by somebody who may not give it does not count, nor does one that came too late.
   *
   * @param requester who started the run
   * @param askedAt since when the answer is waited for
   * @param answers oldest first
   */
  public static Standing judge(
      ApprovalRule rule,
      String requester,
      Optional<Instant> askedAt,
      List<RunSituation.Answer> answers,
      Instant now) {
    Optional<Instant> until = askedAt.map(at -> later(at, rule.timeout()));
    Set<String> yes = new LinkedHashSet<>();
    for (RunSituation.Answer answer : answers) {
      boolean late = until.isPresent() && !answer.at().isBefore(until.get());
      if (late || whyNot(rule, requester, answer.answerer(), answer.verdict()).isPresent()) {
        continue;
      }
      if (answer.verdict() == RunSituation.Answer.Verdict.REJECT) {
        return new Standing.Refused(answer.by() + " said no");
      }
      yes.add(answer.by());
      if (yes.size() >= rule.required()) {
        return new Standing.Granted(List.copyOf(yes));
      }
    }
    if (until.isPresent() && !now.isBefore(until.get())) {
      return new Standing.Refused(
          "%d of %d approvals were given by %s"
              .formatted(yes.size(), rule.required(), until.get().truncatedTo(ChronoUnit.SECONDS)));
    }
    return new Standing.Open(List.copyOf(yes), rule.required() - yes.size(), until);
  }

  /**
   * Why {@code person} may not give this answer; empty if they may. The requester may always say
   * no: they may cancel the run as well.
   */
  public static Optional<String> whyNot(
      ApprovalRule rule, String requester, String person, RunSituation.Answer.Verdict verdict) {
    return whyNot(rule, requester, Answerer.named(person), verdict);
  }

  /** The same for a person of whom more is known than the name. */
  public static Optional<String> whyNot(
      ApprovalRule rule, String requester, Answerer person, RunSituation.Answer.Verdict verdict) {
    boolean isRequester = person.name().equals(requester);
    if (isRequester && verdict == RunSituation.Answer.Verdict.REJECT) {
      return Optional.empty();
    }
    if (isRequester && !rule.requesterMay()) {
      return Optional.of(
          "%s started the run and may not approve it (the stage says requesterMay: false)"
              .formatted(person.name()));
    }
    if (!rule.from().isEmpty() && rule.from().stream().noneMatch(person::isMeantBy)) {
      return Optional.of(
          "%s is not among those who may answer: %s"
              .formatted(person.name(), String.join(", ", rule.from())));
    }
    return Optional.empty();
  }

  private static Instant later(Instant from, Duration by) {
    Duration room = Duration.between(from, Instant.MAX);
    return by.compareTo(room) < 0 ? from.plus(by) : Instant.MAX;
  }
}
