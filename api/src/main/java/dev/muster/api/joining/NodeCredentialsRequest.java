package dev.muster.api.joining;

import dev.muster.domain.protocol.Fingerprint;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/nodes/{n}/credentials}; at least one of the two.
 *
 * @param token that the agent asks for
 * @param certificate SHA-256 of the certificate that the agent shows
 */
public record NodeCredentialsRequest(Optional<String> token, Optional<Fingerprint> certificate) {

  /** Without the token. */
  @Override
  public String toString() {
    return "NodeCredentialsRequest[certificate=%s]".formatted(certificate);
  }
}
