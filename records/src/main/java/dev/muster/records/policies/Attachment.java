package dev.muster.records.policies;

import dev.muster.domain.policy.PolicyName;

/** What became of a policy that was to be attached to a cluster. */
public sealed interface Attachment {

  /** The cluster has it now. */
  record Made(BindingRecord binding) implements Attachment {}

  /** The cluster had it already; nothing was changed. */
  record There(BindingRecord binding) implements Attachment {}

  /** There is no such cluster. */
  record NoCluster() implements Attachment {}

  /** There is no such policy. */
  record NoPolicy() implements Attachment {}

  /** The cluster has another one of the type, of which it may have one. */
  record OneOfType(PolicyName other, String type) implements Attachment {}

  /** This version does not know the type of the policy. */
  record UnknownType(String type) implements Attachment {}

  /** The cluster has as many as it may have. */
  record TooMany(int most) implements Attachment {}
}
