package dev.muster.worker.discovery;

import dev.muster.worker.servers.NamedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
    @DefaultValue Map<String, NamedServer> servers) {

  public DiscoverySettings {
    if (!deadline.isPositive()) {
      throw new IllegalArgumentException(
          "muster.discovery.deadline: %s (expected: > 0)".formatted(deadline));
    }
    NamedServer.check("muster.discovery.servers", servers);
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
