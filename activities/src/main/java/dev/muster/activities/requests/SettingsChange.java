package dev.muster.activities.requests;

import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.request.SettingsPatch;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.clusters.ClusterRecord;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.SettingsRequest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Changes settings of a cluster as people ask by a signal, and keeps in the audit who did. */
public final class SettingsChange {

  private final Records records;

  public SettingsChange(Records records) {
    this.records = records;
  }

  /** What is named changes, null removes, the rest stays; all of it or nothing. */
  public CommandOutcome change(SettingsRequest asked) {
    if (asked.settings().isEmpty()) {
      return CommandOutcome.refused("/settings: empty, nothing would change (expected: some)");
    }
    return records
        .clusters()
        .locked(asked.cluster(), current -> change(current, asked))
        .orElseGet(() -> CommandOutcome.refused("there is no cluster " + asked.cluster()));
  }

  private CommandOutcome change(ClusterRecord current, SettingsRequest asked) {
    return switch (SettingsPatch.apply(current.settings(), asked.settings())) {
      case SettingsPatch.Wrong wrong -> CommandOutcome.refused(wrong.text());
      case SettingsPatch.Fits(ClusterSettings settings) -> {
        records.clusters().patch(current.name(), Optional.of(settings), Optional.empty());
        records.audit().insert(entry(asked));
        yield CommandOutcome.applied("changed: " + String.join(", ", asked.settings().keySet()));
      }
    };
  }

  private NewAuditEntry entry(SettingsRequest asked) {
    Map<String, String> detail = new LinkedHashMap<>();
    asked.why().ifPresent(why -> detail.put("why", why));
    asked.settings().forEach((name, value) -> detail.put(name, value.toString()));
    return new NewAuditEntry(
        asked.at(),
        Actor.user(asked.by()).toString(),
        "cluster.change",
        Optional.of(asked.cluster()),
        Optional.empty(),
        Optional.empty(),
        detail);
  }
}
