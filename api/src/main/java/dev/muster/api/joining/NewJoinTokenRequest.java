package dev.muster.api.joining;

import dev.muster.domain.cluster.Bounds;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/agent-tokens}.
 *
 * @param labels that a node has which joins with it, whatever the agent says
 * @param expires after which time nothing joins with it; an hour if it is absent
 * @param uses how many nodes may join with it; 1 if it is absent
 * @param accept whether they are accepted without being asked about; not if it is absent
 */
public record NewJoinTokenRequest(
    Optional<Map<String, String>> labels,
    Optional<Duration> expires,
    Optional<Integer> uses,
    Optional<Boolean> accept) {

  /** How many nodes may join with one. */
  public static final Bounds<Integer> USES = new Bounds<>(1, 100_000);

  /** After which time one ends. */
  static final Bounds<Duration> EXPIRES = new Bounds<>(Duration.ofSeconds(1), Duration.ofDays(366));
}
