package dev.muster.api.discoveries;

import dev.muster.domain.discovery.AddressPattern;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.DiscoverySource;
import dev.muster.domain.discovery.VariableName;
import dev.muster.domain.rollout.Share;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/discoveries}.
 *
 * @param location an absolute path of the worker's machine, or a URL
 * @param address such as {@code http://{host}:8234}
 * @param mayVanish how many nodes may vanish in one reading; {@code 5} or {@code 50%}
 * @param removeAfter how long a vanished node is kept
 * @param variables of an inventory that become labels
 */
public record NewDiscoveryRequest(
    DiscoveryName name,
    DiscoverySource.Kind kind,
    String location,
    Optional<Duration> interval,
    Optional<AddressPattern> address,
    Optional<Share> mayVanish,
    Optional<Duration> removeAfter,
    Optional<List<VariableName>> variables) {}
