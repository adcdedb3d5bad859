package dev.muster.records.discoveries;

import dev.muster.domain.cluster.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What came of reading a source.
 *
 * @param readAt the last try; within {@link #PRECISION}, as long as nothing else changes
 * @param goodAt the last one that was taken
 * @param nodes that it names, as of {@code goodAt}
 * @param notes what of it was not taken, for people
 * @param trouble why the last try gave nothing; what was taken before holds
 * @param held what waits for somebody's confirmation
 * @param confirmed the key of what somebody confirmed
 */
public record DiscoveryStanding(
    Optional<Instant> readAt,
    Optional<Instant> goodAt,
    int nodes,
    List<String> notes,
    Optional<Trouble> trouble,
    Optional<HeldBack> held,
    Optional<String> confirmed) {

  /** A reading that brings nothing new is written down this often. */
  public static final Duration PRECISION = Duration.ofMinutes(1);

  /** Why it cannot be read, and since when. */
  public record Trouble(String why, Instant since) {}

  /**
   * A reading that is not taken before somebody confirms it.
   *
   * @param key of the nodes that would vanish
   * @param count of them
   * @param some of them, by id
   */
  public record HeldBack(String key, String why, Instant since, int count, List<NodeId> some) {}

  /** Whether the last try is written closely enough. */
  boolean isFresh(Instant now) {
    return readAt.filter(at -> at.isAfter(now.minus(PRECISION)) && !at.isAfter(now)).isPresent();
  }
}
