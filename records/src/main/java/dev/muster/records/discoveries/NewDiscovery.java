package dev.muster.records.discoveries;

import dev.muster.domain.discovery.DiscoveryRules;
import dev.muster.domain.discovery.DiscoverySource;
import java.time.Instant;

/** A discovery to be made. */
public record NewDiscovery(
    DiscoveryKey key, DiscoverySource source, DiscoveryRules rules, Instant at, String by) {}
