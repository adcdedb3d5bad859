package dev.muster.api.joining;

import dev.muster.domain.protocol.Fingerprint;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Optional;

/**
 * Body of {@code POST /v1/clusters/{c}/nodes/{n}/credentials}; at least one of the two.
 *
 * @param token that the agent asks for
 * @param certificate SHA-256 of the certificate that the agent shows
 */
public record NodeCredentialsRequest(
    @Schema(pattern = TOKEN) Optional<String> token, Optional<Fingerprint> certificate) {

  /** What a header can hold, as a regular expression. */
  public static final String TOKEN = "^[!-~]([ -~]{0,998}[!-~])?$";

  /** Without the token. */
  @Override
  public String toString() {
    return "NodeCredentialsRequest[certificate=%s]".formatted(certificate);
  }
}
