package dev.muster.domain.secret;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.ClusterPattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Which playbooks may use which secrets on which clusters.
 *
 * @param allowed by {@link SecretName#key}
 */
public record SecretRules(Map<String, Allowed> allowed) {

  /** No secret is known. */
  public static final SecretRules NONE = new SecretRules(Map.of());

  public SecretRules {
    allowed = Map.copyOf(allowed);
  }

  /**
   * Where one secret may be used.
   *
   * @param playbooks patterns of names, in which {@code *} stands for any characters
   */
  public record Allowed(List<ClusterPattern> playbooks, List<ClusterPattern> clusters) {

    public Allowed {
      playbooks = List.copyOf(playbooks);
      clusters = List.copyOf(clusters);
    }
  }

  /** Why a playbook must not have a secret on a cluster; empty if it may. */
  public Optional<String> refusal(SecretName secret, String playbook, ClusterName cluster) {
    Allowed rule = allowed.get(secret.key());
    if (rule == null) {
      return Optional.of(
          "secret '%s' is not known to this worker (known: %s): set muster.secrets.%s"
              .formatted(
                  secret,
                  allowed.isEmpty() ? "none" : String.join(", ", new TreeMap<>(allowed).keySet()),
                  secret.key()));
    }
    if (none(rule.playbooks(), playbook)) {
      return Optional.of(notAllowed(secret, "playbook", playbook, rule.playbooks()));
    }
    return none(rule.clusters(), cluster.value())
        ? Optional.of(notAllowed(secret, "cluster", cluster.value(), rule.clusters()))
        : Optional.empty();
  }

  private static boolean none(List<ClusterPattern> patterns, String name) {
    return patterns.stream().noneMatch(pattern -> pattern.matches(name));
  }

  private static String notAllowed(
      SecretName secret, String what, String name, List<ClusterPattern> patterns) {
    return "secret '%s' is not allowed for %s '%s' (allowed: %s): muster.secrets.%s.%ss says where it may be used"
        .formatted(
            secret,
            what,
            name,
            String.join(", ", patterns.stream().map(ClusterPattern::value).toList()),
            secret.key(),
            what);
  }
}
