package dev.muster.worker.discovery;

import dev.muster.domain.secret.SecretName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What this worker reads nodes from, {@code muster.discovery.*}. Which files may be read, and which
 * server gets a token, is said here and by no request.
 *
 * @param folders where files and inventories may be, below them too
 * @param deadline for a whole answer of a server
 * @param servers by any name
 */
@ConfigurationProperties("muster.discovery")
public record DiscoverySettings(
    @DefaultValue("") List<String> folders,
    @DefaultValue("10s") Duration deadline,
    @DefaultValue Map<String, Server> servers) {

  /**
   * A server that takes more than a plain request.
   *
   * @param url what the URLs of discoveries begin with
   * @param token the name of a secret of this worker ({@code muster.secrets.NAME}); empty for none
   * @param caCertificate a file in PEM with the authorities to believe; empty for Java's
   */
  public record Server(
      @DefaultValue("") String url,
      @DefaultValue("") String token,
      @DefaultValue("") String caCertificate) {

    /** Whether a URL is of this server; a longer host name is another one. */
    boolean has(String location) {
      String base = url.endsWith("/") ? url : url + "/";
      return location.equals(url) || location.startsWith(base) || location.startsWith(url + "?");
    }

    Optional<SecretName> secret() {
      return Optional.of(token).filter(name -> !name.isBlank()).map(SecretName::new);
    }
  }

  public DiscoverySettings {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException(
          "muster.discovery.deadline: %s (expected: > 0)".formatted(deadline));
    }
    servers.forEach((name, server) -> {
      if (!server.url().matches("https?://[^/?#]+(/[^?#]*)?")) {
        throw new IllegalArgumentException(
            "muster.discovery.servers.%s.url: '%s' (expected: http:// or https://, a host, and perhaps a path)"
                .formatted(name, server.url()));
      }
    });
  }

  /** Without a setting the folder in which the process was started, unless that is all there is. */
  List<Path> roots() {
    List<Path> said =
        folders.stream()
            .filter(text -> !text.isBlank())
            .map(text -> Path.of(text).toAbsolutePath().normalize())
            .toList();
    Path own = Path.of("").toAbsolutePath().normalize();
    return said.isEmpty() && own.getNameCount() > 0 ? List.of(own) : said;
  }
}
