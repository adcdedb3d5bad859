package dev.muster.api.events;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.security.ProvenIdentity;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who has how many streams open. A stream keeps its connection for as long as a run takes, and
 * connections are bounded for all together: nobody may take all of them.
 */
public final class Followers {

  private final int most;
  private final Map<String, Integer> open = new ConcurrentHashMap<>();

  Followers(int most) {
    this.most = most;
  }

  /**
   * One more of who asks; to be run once it is closed. Who proved no name is not counted: that is
   * whoever is on this host.
   *
   * @throws ProblemException if that would be too many
   */
  public Runnable join() {
    Optional<String> name =
        ProvenIdentity.current().filter(ProvenIdentity::isNamed).map(who -> who.identity().name());
    name.ifPresent(this::count);
    return () -> name.ifPresent(this::leave);
  }

  private void count(String name) {
    open.compute(
        name,
        (who, before) -> {
          int now = before == null ? 0 : before;
          if (now >= most) {
            throw new ProblemException(
                ProblemType.TOO_MANY_REQUESTS,
                "%s follows %d runs, logs or objects through this process already, as many as one may (muster.http.streams): end one of them"
                    .formatted(name, now));
          }
          return now + 1;
        });
  }

  private void leave(String name) {
    open.computeIfPresent(name, (who, before) -> before == 1 ? null : before - 1);
  }
}
