package dev.muster.records.discoveries;

import dev.muster.domain.discovery.DiscoveryRules;
import dev.muster.domain.discovery.DiscoverySource;
import java.time.Instant;

/** A discovery: what somebody asked for, and what came of it. */
public record DiscoveryRecord(
    DiscoveryKey key,
    DiscoverySource source,
    DiscoveryRules rules,
    Written created,
    Written changed,
    DiscoveryStanding standing) {

  /** When it was written, and by whom. */
  public record Written(Instant at, String by) {}
}
