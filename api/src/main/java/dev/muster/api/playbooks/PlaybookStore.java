package dev.muster.api.playbooks;

import dev.muster.api.problems.ProblemException;
import dev.muster.domain.playbook.DocumentReading;
import dev.muster.domain.playbook.Playbook;
import dev.muster.domain.playbook.PlaybookReader;
import dev.muster.records.Records;
import dev.muster.records.playbooks.NewPlaybook;
import dev.muster.records.playbooks.PlaybookRecord;
import dev.muster.records.playbooks.PlaybookStoring;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The stored playbooks, and the ones that ship with Muster: these are stored when playbooks are
 * first asked for, unless somebody stored others under their names.
 */
public final class PlaybookStore {

  /** Who stores what ships. */
  private static final String SHIPPED_BY = "muster";

  private final Records records;
  private final Clock clock;
  private final AtomicBoolean shippedStored = new AtomicBoolean();

  public PlaybookStore(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  /** The version that is asked for, or the newest; a problem if there is none. */
  public PlaybookRecord require(String name, Optional<Integer> version) {
    storeShipped();
    dev.muster.records.playbooks.Playbooks stored = records.playbooks();
    Optional<PlaybookRecord> found =
        version.isPresent() ? stored.find(name, version.get()) : stored.find(name);
    return found.orElseThrow(() ->
        ProblemException.notFound(
            version.isPresent()
                ? "playbook %s has no version %d; GET /v1/playbooks/%s/versions lists them"
                    .formatted(name, version.get(), name)
                : "there is no playbook %s; GET /v1/playbooks lists them".formatted(name)));
  }

  PlaybookStoring store(Playbook playbook, String source, String by) {
    return records
        .playbooks()
        .store(
            new NewPlaybook(
                playbook.name(),
                playbook.hash(),
                playbook.description(),
                source,
                playbook.definition(),
                clock.instant(),
                by));
  }

  /** Once, and not in a transaction of a caller, which may be rolled back. */
  public void storeShipped() {
    if (shippedStored.get()) {
      return;
    }
    for (String name : PlaybookReader.shippedNames()) {
      boolean theirs =
          records
              .playbooks()
              .find(name)
              .filter(found -> !found.version().createdBy().equals(SHIPPED_BY))
              .isPresent();
      if (!theirs) {
        PlaybookReader.shippedText(name).ifPresent(this::storeShipped);
      }
    }
    shippedStored.set(true);
  }

  private void storeShipped(String text) {
    switch (PlaybookReader.read(text)) {
      case DocumentReading.Valid(Playbook playbook) -> store(playbook, text, SHIPPED_BY);
      case DocumentReading.Invalid invalid ->
          throw new IllegalStateException("a shipped playbook has findings: " + invalid.findings());
    }
  }
}
