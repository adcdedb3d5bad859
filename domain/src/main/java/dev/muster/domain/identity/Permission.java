package dev.muster.domain.identity;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a request needs. */
public enum Permission {
  /** See everything but what is masked, and what actions printed. */
  READ,
  /** See what actions printed. */
  LOGS,
  /** Start, pause, resume, cancel, nudge; create and cancel actions. */
  OPERATE,
  /** Approve and reject. */
  APPROVE,
  /** Store playbooks. */
  AUTHOR,
  /** Clusters, nodes, retention, tokens, the codec. */
  ADMINISTER;

  /** As documents and answers have it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The roles that have it, in their order. */
  public List<Role> roles() {
    return Arrays.stream(Role.values()).filter(role -> role.has(this)).toList();
  }
}
