package dev.muster.domain.protocol;

import java.util.Set;

/**
 * The names of the protocols that agents speak, as nodes are registered with them. Not to be
 * confused with a playbook's {@code apiVersion}, {@code muster/v1}, which is the version of a
 * document.
 */
public final class AgentProtocol {

  /** The protocol of Muster's own agents. */
  public static final String MUSTER_AGENT_V1 = "muster-agent/v1";

  /** All names of that protocol: nodes that were registered before have its old one. */
  public static final Set<String> NAMES_OF_MUSTER_AGENT_V1 = Set.of(MUSTER_AGENT_V1, "muster/v1");

  private AgentProtocol() {}
}
