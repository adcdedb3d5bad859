package dev.muster.api.nodes;

import dev.muster.domain.protocol.Fingerprint;
import dev.muster.records.credentials.AgentCredential;
import java.time.Instant;
import java.util.Optional;

/**
 * By what Muster and a node's agent know each other; nothing that proves anything.
 *
 * @param state pending, accepted or revoked
 * @param token whether it has a token of its own; else it is asked with the shared one
 * @param certificate SHA-256 of the one that the agent must show
 * @param rotatedAt when it got its present token
 * @param rotationAskedAt since when its next token is wanted
 * @param rotationError why it has not got it yet, or does not
 */
public record NodeTrustJson(
    String state,
    boolean token,
    Optional<Fingerprint> certificate,
    Optional<Instant> rotatedAt,
    Optional<Instant> rotationAskedAt,
    Optional<String> rotationError,
    Optional<Instant> revokedAt,
    Optional<String> revokedBy) {

  static NodeTrustJson of(AgentCredential credential) {
    return new NodeTrustJson(
        credential.admission().word(),
        credential.sealed().token().isPresent(),
        credential.certificate(),
        credential.rotation().doneAt(),
        credential.rotation().askedAt(),
        credential.rotation().error(),
        credential.revoked().map(AgentCredential.Revoked::at),
        credential.revoked().map(AgentCredential.Revoked::by));
  }
}
