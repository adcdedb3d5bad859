package dev.muster.api.discoveries;

import dev.muster.domain.discovery.AddressPattern;
import dev.muster.domain.discovery.DiscoveryRules;
import dev.muster.domain.discovery.DiscoverySource;
import dev.muster.domain.discovery.VariableName;
import dev.muster.domain.retention.KeptFor;
import dev.muster.domain.rollout.Share;
import dev.muster.records.discoveries.Discoveries.Definition;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Body of {@code PATCH /v1/clusters/{c}/discoveries/{d}}: what is named changes, the rest stays.
 *
 * @param removeAfter how long a vanished node is kept; {@code forever} or a duration
 */
public record DiscoveryPatch(
    Optional<DiscoverySource.Kind> kind,
    Optional<String> location,
    Optional<Duration> interval,
    Optional<AddressPattern> address,
    Optional<Share> mayVanish,
    Optional<KeptFor> removeAfter,
    Optional<List<VariableName>> variables) {

  /**
   * What it makes of a discovery.
   *
   * @throws IllegalArgumentException if that does not fit
   */
  Definition of(Definition before) {
    DiscoveryRules rules = before.rules();
    return new Definition(
        new DiscoverySource(
            kind.orElse(before.source().kind()), location.orElse(before.source().location())),
        new DiscoveryRules(
            interval.orElse(rules.interval()),
            address.or(rules::address),
            mayVanish.orElse(rules.mayVanish()),
            removeAfter.map(KeptFor::time).orElse(rules.removeAfter()),
            variables.orElse(rules.variables())));
  }
}
