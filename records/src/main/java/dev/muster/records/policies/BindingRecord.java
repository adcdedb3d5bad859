package dev.muster.records.policies;

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
 */
public record BindingRecord(
    ClusterName cluster,
    PolicyKey policy,
    Terms terms,
    Optional<Instant> lastOp,
    Written attached,
    Written changed) {

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
