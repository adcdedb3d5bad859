package dev.muster.records.policies;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.policy.PolicyName;
import dev.muster.records.policies.PolicyRecord.Written;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/**
 * That a cluster has a policy.
 *
 * @param lastOp when an action that it concerned last ended
 * @param look of a health policy
 */
public record BindingRecord(
    ClusterName cluster,
    PolicyKey policy,
    Terms terms,
    Optional<Instant> lastOp,
    Look look,
    Written attached,
    Written changed) {

  /**
   * Looks at members.
   *
   * @param next when the next one is due
   * @param last when the last one was
   * @param why what became of it
   * @param action the last one that looked
   */
  public record Look(
      Optional<Instant> next,
      Optional<Instant> last,
      Optional<String> why,
      Optional<ActionId> action) {}

  /** Which policy, and of which type. */
  public record PolicyKey(UUID id, PolicyName name, String type) {}

  /**
   * What may be changed of it.
   *
   * @param priority policies of a smaller number are asked first
   */
  public record Terms(int priority, Enabled enabled) {}

  /** Whether it is asked. */
  public enum Enabled {
    YES,
    NO;

    public static Enabled of(Boolean enabled) {
      return enabled ? YES : NO;
    }
  }
}
