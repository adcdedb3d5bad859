package dev.muster.worker.servers;

import dev.muster.domain.secret.SecretName;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A server that takes more than a plain request. Said in settings of the worker and by no request:
 * who may write an address must not choose the secret that is sent there.
 *
 * @param url what the URLs of requests begin with
 * @param token the name of a secret of this worker ({@code muster.secrets.NAME}); empty for none
 * @param caCertificate a file in PEM with the authorities to believe; empty for Java's
 */
public record NamedServer(
    @DefaultValue("") String url,
    @DefaultValue("") String token,
    @DefaultValue("") String caCertificate) {

  /**
   * Checks the servers of a setting.
   *
   * @throws IllegalArgumentException if the URL of one is none
   */
  public static void check(String setting, Map<String, NamedServer> servers) {
    servers.forEach((name, server) -> {
      if (!server.url().matches("https?://[^/?#]+(/[^?#]*)?")) {
        throw new IllegalArgumentException(
            "%s.%s.url: '%s' (expected: http:// or https://, a host, and perhaps a path)"
                .formatted(setting, name, server.url()));
      }
    });
  }

  /** Whether a URL is of this server; a longer host name is another one. */
  boolean has(String location) {
    String base = url.endsWith("/") ? url : url + "/";
    return location.equals(url) || location.startsWith(base) || location.startsWith(url + "?");
  }

  Optional<SecretName> secret() {
    return Optional.of(token).filter(name -> !name.isBlank()).map(SecretName::new);
  }
}
