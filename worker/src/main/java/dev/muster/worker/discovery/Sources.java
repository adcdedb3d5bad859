package dev.muster.worker.discovery;

import dev.muster.activities.secret.Secrets;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.discovery.DiscoverySource;
import dev.muster.domain.discovery.SourceReader;
import dev.muster.domain.discovery.SourceReading;
import dev.muster.records.discoveries.DiscoveryRecord;
import java.util.Optional;

/** Everything that this worker can read nodes from. */
public final class Sources implements AutoCloseable {

  private final SourceFiles files;
  private final SourceServers servers;

  /**
   * @param secrets some of which are tokens of servers
   * @throws SettingProblem if a server's settings are wrong
   */
  public Sources(DiscoverySettings settings, Secrets secrets) {
    this.files = new SourceFiles(settings.roots());
    this.servers = new SourceServers(settings, secrets);
  }

  /** Reads a source; ends within the deadline, and never throws for what a source does. */
  SourceReading read(DiscoveryRecord discovery) throws InterruptedException {
    DiscoverySource source = discovery.source();
    SourceText text =
        switch (source.kind()) {
          case FILE, INVENTORY -> files.read(source.location());
          case HTTP -> servers.read(source.location(), discovery.rules().interval());
        };
    return switch (text) {
      case SourceText.Text(String document) ->
          SourceReader.read(source, discovery.rules(), document);
      case SourceText.Away(String why) -> new SourceReading.Unusable(why);
    };
  }

  /** What tells one content of a file from another; empty for a server, and for no file. */
  Optional<SourceFiles.Stamp> stamp(DiscoverySource source) {
    return switch (source.kind()) {
      case FILE, INVENTORY -> files.stamp(source.location());
      case HTTP -> Optional.empty();
    };
  }

  @Override
  public void close() {
    servers.close();
  }
}
