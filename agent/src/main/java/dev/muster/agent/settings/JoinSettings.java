package dev.muster.agent.settings;

import dev.muster.domain.cluster.AgentAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * How the agent joins Muster when it is first started.
 *
 * @param server {@code https://host:port}, or {@code http} on the loopback
 * @param tokenFile the join token; not read once the agent has joined
 * @param caFile whom to believe that it is Muster, in PEM; those that Java believes if it is empty
 * @param address where Muster reaches the agent; where it listens if it is empty
 */
public record JoinSettings(
    URI server,
    Path tokenFile,
    Optional<Path> caFile,
    Optional<AgentAddress> address,
    Map<String, String> labels) {}
