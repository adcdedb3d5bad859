package dev.muster.worker.core;

import dev.muster.domain.core.CoreNext;
import dev.muster.domain.core.WaitWork;
import dev.muster.domain.shown.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** {@code wait}: nothing, for a time or until an instant. */
final class WaitExecution implements CoreExecution {

  @Override
  public CoreNext execute(CoreWork work) {
    CoreNext next =
        WaitWork.of(work.args()).next(work.turn().begun(), work.turn().suspended(), work.now());
    Optional<Instant> expires = work.turn().expires();
    return next instanceof CoreNext.Again(Instant at, var payload, var told)
            && expires.filter(at::isAfter).isPresent()
        ? new CoreNext.Broken(
            "it would wait until %s, but its time is over at %s: give the step a timeout of more than %s"
                .formatted(
                    at,
                    expires.get(),
                    DurationText.print(Duration.between(work.turn().begun(), at))),
            Optional.empty())
        : next;
  }
}
