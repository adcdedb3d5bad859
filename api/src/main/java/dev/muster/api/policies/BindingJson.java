package dev.muster.api.policies;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.action.ActionId;
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
 * @param looks of a health policy: when members are looked at
 */
public record BindingJson(
    ClusterName cluster,
    PolicyName policy,
    UUID policyId,
    String type,
    int priority,
    boolean enabled,
    Optional<Instant> lastOp,
    Optional<LooksJson> looks,
    @JsonUnwrapped ChangedPart changed) {

  /** When it was changed last, and by whom. */
  public record ChangedPart(Instant changedAt, String changedBy) {}

  /**
   * Looks at members.
   *
   * @param nextAt when the next one is due; absent before the first
   * @param lastAt when the last one was due
   * @param why what became of it
   * @param action the last one that looked
   */
  public record LooksJson(
      Optional<Instant> nextAt,
      Optional<Instant> lastAt,
      Optional<String> why,
      Optional<ActionId> action) {}

  static BindingJson of(BindingRecord binding) {
    return new BindingJson(
        binding.cluster(),
        binding.policy().name(),
        binding.policy().id(),
        binding.policy().type(),
        binding.terms().priority(),
        binding.terms().enabled() == Enabled.YES,
        binding.lastOp(),
        binding.policy().type().equals("health")
            ? Optional.of(
                new LooksJson(
                    binding.look().next(),
                    binding.look().last(),
                    binding.look().why(),
                    binding.look().action()))
            : Optional.empty(),
        new ChangedPart(binding.changed().at(), binding.changed().by()));
  }
}
