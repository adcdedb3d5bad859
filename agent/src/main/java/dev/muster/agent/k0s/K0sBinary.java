package dev.muster.agent.k0s;

import dev.muster.agent.artifact.ArtifactPlace;
import dev.muster.agent.artifact.FileLooks;
import dev.muster.agent.artifact.Sha256;
import dev.muster.agent.execution.Control;
import dev.muster.agent.probe.ProbeReading;
import dev.muster.agent.process.ShortCommand;
import dev.muster.agent.settings.K0sSettings;
import dev.muster.agent.settings.ServiceSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The binary in its place. Its next one lies beside it as {@code k0s.tmp} until it is exchanged,
 * which is a hard link {@code k0s.new} that is renamed; then {@code k0s.tmp} goes. The one of
 * before is kept where {@code artifact.rollback} finds it.
 */
final class K0sBinary {

  private static final Duration ASK = Duration.ofSeconds(30);
  private static final Duration LOOK = Duration.ofSeconds(5);
  private static final int KEPT = 1;

  private final K0sSettings settings;
  private final ServiceSettings service;
  private final ArtifactPlace place;

  private K0sBinary(K0sSettings settings, ServiceSettings service, ArtifactPlace place) {
    this.settings = settings;
    this.service = service;
    this.place = place;
  }

  /**
   * Of a node.
   *
   * @throws IOException if its folder is not there
   */
  static K0sBinary of(K0sSettings settings, ServiceSettings service) throws IOException {
    if (!Files.isDirectory(settings.folder())) {
      throw new IOException(
          "the folder %s is not there ('k0s' in the agent's configuration names the binary)"
              .formatted(settings.folder()));
    }
    Path file = settings.folder().toRealPath().resolve(settings.binary().getFileName());
    return new K0sBinary(settings, service, new ArtifactPlace(file));
  }

  /** Why it cannot be exchanged; empty if it can. */
  Optional<String> obstacle() throws IOException {
    return place.obstacle();
  }

  /** Where the next one is brought to. */
  Path next() {
    return beside(".tmp");
  }

  /** Its hash; empty if it is not there, or the action is to end. */
  Optional<String> sha256(Control control) throws IOException, InterruptedException {
    return Files.exists(place.target()) ? Sha256.of(place.target(), control) : Optional.empty();
  }

  /**
   * Which version runs: the process itself is believed where the service's status has a {@code
   * version}; else what the binary prints counts.
   *
   * @throws IOException if neither says one
   */
  String version() throws IOException, InterruptedException {
    ProbeReading reading = service.status().look(LOOK);
    String running = reading.outputs().path("json").path("version").asString("");
    return running.isBlank() ? printed() : running;
  }

  private String printed() throws IOException, InterruptedException {
    String command = String.join(" ", settings.version());
    ShortCommand.Result result = ShortCommand.run(settings.version(), System.getenv(), ASK);
    if (result.exitCode().isEmpty()) {
      throw new IOException("%s did not end within 30s".formatted(command));
    }
    String version =
        result
            .output()
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .findFirst()
            .orElse("");
    if (result.exitCode().get() != 0 || version.isEmpty()) {
      throw new IOException(
          "%s does not say a version: exit code %d, %s"
              .formatted(
                  command,
                  result.exitCode().get(),
                  version.isEmpty() ? "nothing printed" : "'%s'".formatted(version)));
    }
    return version;
  }

  /**
   * Exchanges it; harmless when that was begun, or done. {@code k0s.tmp} stays until {@link
   * #settled}.
   *
   * @param sha256 of the next one
   * @throws IOException if the one of before is still in place; the message says why
   */
  void exchange(String sha256, Control control) throws IOException, InterruptedException {
    Files.deleteIfExists(beside(".new"));
    Optional<String> current = sha256(control);
    FileLooks looks = new FileLooks(Optional.of("0755"), Optional.empty());
    if (current.equals(Optional.of(sha256))) {
      looks.give(place.target());
      return;
    }
    if (!Files.exists(next()) || !Sha256.of(next(), control).equals(Optional.of(sha256))) {
      throw new IOException("%s is not any more what was downloaded".formatted(next()));
    }
    (current.isPresent() ? looks.orAs(place.target()) : looks).give(next());
    place.prepare();
    Files.write(due(), new byte[0]);
    Files.createLink(beside(".new"), next());
    place.swap(beside(".new"), current);
  }

  /** That it is in place is written down: {@code k0s.tmp} is not needed any more. */
  void settled() throws IOException {
    Files.deleteIfExists(beside(".new"));
    Files.deleteIfExists(next());
  }

  /** Whether it was exchanged, by whichever action, and nobody saw it restarted since. */
  boolean isRestartDue() {
    return Files.exists(due());
  }

  /** It was restarted. */
  void restarted() {
    place.tidy(KEPT, file -> false);
  }

  private Path due() {
    return place.part("restart-is-due");
  }

  private Path beside(String end) {
    return place.target().resolveSibling(place.target().getFileName() + end);
  }
}
