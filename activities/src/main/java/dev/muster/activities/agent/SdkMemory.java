package dev.muster.activities.agent;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * What was seen of agents that have no cursor. It saves requests and makes changes known early; a
 * process that has none of it records the same. Safe for many threads.
 */
final class SdkMemory {

  private static final Duration FORGET_AFTER = Duration.ofHours(1);

  private record Finished(String address, UUID action) {}

  /** How an agent's unfinished actions were, and the cursor that stands for that. */
  private record Standing(int fingerprint, long cursor) {}

  private final Cache<Finished, Long> finished =
      Caffeine.newBuilder().maximumSize(200_000).expireAfterAccess(FORGET_AFTER).build();

  private final Cache<String, Standing> standings =
      Caffeine.newBuilder().maximumSize(20_000).expireAfterAccess(FORGET_AFTER).build();

  /** When a finished action was taken for finished, in milliseconds since 1970, if it was seen. */
  Optional<Long> finishedAt(AgentEndpoint agent, UUID action) {
    return Optional.ofNullable(finished.getIfPresent(new Finished(agent.address(), action)));
  }

  /** Keeps that, and gives what was kept first. */
  long finished(AgentEndpoint agent, UUID action, long at) {
    return finished.get(new Finished(agent.address(), action), unknown -> at);
  }

  /**
   * The cursor of a snapshot: it grows when an action ended, and when the unfinished ones are
   * others, or stand otherwise, than at the last look.
   *
   * @param since that was asked from
   * @param ended when the last of them ended that the snapshot has; 0 if it has none
   */
  long cursor(AgentEndpoint agent, long since, long ended, int fingerprint) {
    return standings
        .asMap()
        .compute(
            agent.address(),
            (address, before) -> {
              long least = Math.max(Math.max(1, since), ended);
              if (before == null || before.fingerprint() == fingerprint) {
                long known = before == null ? 0 : before.cursor();
                return new Standing(fingerprint, Math.max(least, known));
              }
              return new Standing(
                  fingerprint, Math.max(least, Math.max(since, before.cursor()) + 1));
            })
        .cursor();
  }
}
