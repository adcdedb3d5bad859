package dev.muster.agent.k0s;

import dev.muster.agent.artifact.ArtifactRules;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.settings.K0sSettings;
import dev.muster.agent.settings.KubernetesSettings;
import dev.muster.agent.settings.ServiceSettings;
import java.util.List;
import java.util.Optional;

/**
 * A node with k0s, as its agent is configured for it.
 *
 * @param name of its Node object
 * @param service what {@code settings.service} is called by
 * @param restart restarts services by their name
 * @param rules ways to download
 */
public record K0sNode(
    K0sSettings settings,
    KubernetesSettings kubernetes,
    String name,
    ServiceSettings service,
    Kind restart,
    Optional<ArtifactRules> rules) {

  /** The kinds that it has. */
  public List<Kind> kinds() {
    return List.of(new K0sUpdate(this), new K0sAirgapUpdate(this), new K0sProbe(this));
  }
}
