package dev.muster.activities.requests;

import dev.muster.domain.action.Actor;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.workflows.contract.BadSignal;
import dev.muster.workflows.contract.IgnoredSignals;
import java.util.Map;
import java.util.Optional;

/** Keeps in the audit which signals were ignored. */
public final class IgnoredAudit {

  /** Of a signal that did not say who sent it: Temporal keeps an identity in its history. */
  private static final String NOBODY = "unknown";

  private final Records records;

  public IgnoredAudit(Records records) {
    this.records = records;
  }

  /** All of them or none. */
  public void keep(IgnoredSignals ignored) {
    records.transaction(() -> {
      ignored.signals().forEach(signal -> records.audit().insert(entry(ignored, signal)));
      return ignored.signals().size();
    });
  }

  private static NewAuditEntry entry(IgnoredSignals ignored, BadSignal signal) {
    return new NewAuditEntry(
        signal.at(),
        Actor.user(signal.by().orElse(NOBODY)).toString(),
        "signal.ignored",
        Optional.of(ignored.cluster()),
        ignored.run(),
        Optional.empty(),
        Map.of("signal", signal.name(), "why", signal.why()));
  }
}
