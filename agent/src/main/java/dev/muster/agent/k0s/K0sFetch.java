package dev.muster.agent.k0s;

import dev.muster.agent.artifact.ArtifactRules;
import dev.muster.agent.artifact.ArtifactSource;
import dev.muster.agent.artifact.Download;
import dev.muster.agent.artifact.Sha256;
import dev.muster.agent.artifact.WebOrigin;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.node.AgentDescription;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Brings the file for this node's platform. A connection that is cut, or a server that is busy, is
 * tried again a few times; whatever else goes wrong is {@code FailedDownload}, and leaves nothing.
 */
final class K0sFetch {

  private static final int RETRIES = 5;

  private final Optional<ArtifactRules> rules;
  private final Execution execution;
  private final K0sReport report;

  K0sFetch(Optional<ArtifactRules> rules, Execution execution, K0sReport report) {
    this.rules = rules;
    this.execution = execution;
    this.report = report;
  }

  /** What came of it. */
  sealed interface Fetched {

    /** It is there, and what it must be. */
    record There(String sha256, long bytes) implements Fetched {}

    /** It is not, and the action has ended. */
    record Not(Outcome outcome) implements Fetched {}
  }

  /** Which file is for this node; empty if none is. */
  static Optional<K0sArgs.Image> own(K0sArgs.Wanted wanted) {
    return Optional.ofNullable(wanted.platforms().get(AgentDescription.platform()));
  }

  /** That none is. */
  static Outcome missing(K0sArgs.Wanted wanted) {
    return Outcome.failed(
        "MissingPlatform: this node is %s, and there is a file for %s only; nothing was changed"
            .formatted(
                AgentDescription.platform(),
                String.join(", ", new TreeSet<>(wanted.platforms().keySet()))));
  }

  /**
   * Brings it.
   *
   * @param part where to; of another action's file nothing is gone on with that no hash vouches for
   */
  Fetched bring(K0sArgs.Wanted wanted, K0sArgs.Image image, Path part)
      throws IOException, InterruptedException {
    Optional<String> sha256 = image.sha256().map(text -> text.toLowerCase(Locale.ROOT));
    if (sha256.filter(text -> !Sha256.FORM.matcher(text).matches()).isPresent()) {
      return failed(
          "the sha256 '%s' is not one (expected: 64 hexadecimal digits)".formatted(sha256.get()));
    }
    WebOrigin origin = new WebOrigin(image.url(), Map.of(), source(image), wanted.stall());
    report.begins(K0sPhase.DOWNLOADING, "from " + origin.shown());
    Execution downloading =
        new Execution(execution.subject(), execution.control(), execution.log(), report::bytes);
    Fetched fetched =
        switch (new Download(origin, sha256, part, RETRIES).run(downloading)) {
          case Download.Result.Verified whole -> new Fetched.There(whole.sha256(), whole.bytes());
          case Download.Result.Failed(String why) -> failed(why);
          case Download.Result.Stopped(Wake wake, String how) ->
              wake == Wake.CANCELLED ? new Fetched.Not(Outcome.cancelled()) : failed(how);
        };
    forget(fetched, part);
    return fetched;
  }

  private ArtifactSource source(K0sArgs.Image image) {
    return rules
        .flatMap(given -> Optional.ofNullable(given.sources().get(ArtifactRules.USUAL_SOURCE)))
        .filter(source -> source.serves(image.url()))
        .orElse(ArtifactSource.PLAIN);
  }

  private Fetched failed(String why) {
    return new Fetched.Not(report.failed(K0sPhase.FAILED_DOWNLOAD, why + "; nothing was changed"));
  }

  /** Also of a whole one: by which name the server knew it. */
  private static void forget(Fetched fetched, Path part) throws IOException {
    Files.deleteIfExists(part.resolveSibling(part.getFileName() + ".tag"));
    if (fetched instanceof Fetched.Not) {
      Files.deleteIfExists(part);
    }
  }
}
