package dev.muster.api.policies;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.policy.PolicyName;
import dev.muster.records.policies.BindingRecord;
import dev.muster.records.policies.BindingRecord.Enabled;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * That a cluster has a policy, as callers see it.
 *
 * @param policy the policy's name
 * @param policyId its id
 * @param priority policies of a smaller number are asked first
 * @param enabled whether it is asked
 * @param lastOp when an action that it concerned last ended
 */
public record BindingJson(
    ClusterName cluster,
    PolicyName policy,
    UUID policyId,
    String type,
    int priority,
    boolean enabled,
    Optional<Instant> lastOp,
    Instant changedAt,
    String changedBy) {

  static BindingJson of(BindingRecord binding) {
    return new BindingJson(
        binding.cluster(),
        binding.policy().name(),
        binding.policy().id(),
        binding.policy().type(),
        binding.terms().priority(),
        binding.terms().enabled() == Enabled.YES,
        binding.lastOp(),
        binding.changed().at(),
        binding.changed().by());
  }
}
