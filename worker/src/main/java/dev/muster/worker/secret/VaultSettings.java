package dev.muster.worker.secret;

import dev.muster.domain.secret.SecretWay;
import java.time.Duration;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The Vault, {@code muster.vault.*}.
 *
 * @param address such as {@code https://vault.example.com:8200}; none when it is empty
 * @param mount of the KV engine, version 2
 * @param namespace of Vault Enterprise or OpenBao; none when it is empty
 * @param caCertificate a file with the authorities that are believed, PEM; the system's when empty
 * @param tokenFile a file with a token, read anew for each secret
 * @param roleId of AppRole, with {@code secretIdFile}
 * @param secretIdFile a file with AppRole's secret id, read anew for each log-in
 * @param appRoleMount where AppRole is mounted
 * @param deadline for one request
 */
public record VaultSettings(
    @DefaultValue("") String address,
    @DefaultValue("secret") String mount,
    @DefaultValue("") String namespace,
    @DefaultValue("") String caCertificate,
    @DefaultValue("") String tokenFile,
    @DefaultValue("") String roleId,
    @DefaultValue("") String secretIdFile,
    @DefaultValue("approle") String appRoleMount,
    @DefaultValue("3s") Duration deadline) {

  public VaultSettings {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException(
          "muster.vault.deadline: %s (expected: > 0)".formatted(deadline));
    }
    if (!address.isBlank()) {
      if (SecretWay.refusal(address).isPresent()) {
        throw new IllegalArgumentException(
            "muster.vault.address: %s (expected: https://host:port; http on the loopback only)"
                .formatted(address));
      }
      boolean role = !roleId.isBlank() && !secretIdFile.isBlank();
      if (role == !tokenFile.isBlank()) {
        throw new IllegalArgumentException(
            "muster.vault: no way, or two, to log in (expected: token-file, or role-id with"
                + " secret-id-file)");
      }
    }
    address = address.replaceAll("/+$", "");
  }

  boolean isThere() {
    return !address.isBlank();
  }

  /** Whether Muster logs in by AppRole, and not with a token that somebody renews for it. */
  boolean usesRole() {
    return tokenFile.isBlank();
  }
}
