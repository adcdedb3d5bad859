package dev.muster.records.credentials;

import dev.muster.domain.cluster.Admission;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.Fingerprint;
import java.time.Instant;
import java.util.Optional;

/**
 * By what Muster and the agent of a node know each other. Nothing of it can be used without the key
 * file.
 *
 * @param certificate that the agent must show; without, authorities decide
 */
public record AgentCredential(
    ClusterName cluster,
    NodeId node,
    Admission admission,
    Sealed sealed,
    Optional<Fingerprint> certificate,
    Rotation rotation,
    Instant createdAt,
    String createdBy,
    Optional<Revoked> revoked) {

  /**
   * Tokens, sealed.
   *
   * @param token empty for the one that all agents share
   * @param next that a rotation goes over to
   */
  public record Sealed(Optional<String> token, Optional<String> next) {

    /** Without the texts. */
    @Override
    public String toString() {
      return "Sealed[token=%s, next=%s]".formatted(token.isPresent(), next.isPresent());
    }
  }

  /**
   * How the token is exchanged.
   *
   * @param doneAt when the present token was given
   * @param askedAt since when somebody wants the next one
   * @param error why the last try failed
   */
  public record Rotation(
      Optional<Instant> doneAt, Optional<Instant> askedAt, Optional<String> error) {}

  /** That somebody took it back. */
  public record Revoked(Instant at, String by) {}
}
