package dev.muster.activities.asked;

import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.workflows.contract.CommandOutcome;
import dev.muster.workflows.contract.SettingsAsked;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Changes settings of a cluster as people ask by a signal, and keeps in the audit who did. */
public final class ChangedSettings {

  private static final Set<String> KNOWN =
      new TreeSet<>(
          Set.of(
              "idleInterval", "busyInterval", "maxNodesInWork", "agentQueue", "unreachableAfter"));

  private final Records records;

  /** Either the settings, or what is wrong with what was asked. */
  private sealed interface Merged {
    record Settings(ClusterSettings settings) implements Merged {}

    record Wrong(String why) implements Merged {}
  }

  public ChangedSettings(Records records) {
    this.records = records;
  }

  /** What is named changes, null removes, the rest stays; all of it or nothing. */
  public CommandOutcome change(SettingsAsked asked) {
    Optional<ClusterSettings> current = records.clusters().settingsOf(asked.cluster());
    if (current.isEmpty()) {
      return CommandOutcome.refused("there is no cluster " + asked.cluster());
    }
    return switch (merge(current.get(), asked.settings())) {
      case Merged.Wrong(String why) -> CommandOutcome.refused(why);
      case Merged.Settings(ClusterSettings settings) -> set(asked, settings);
    };
  }

  private CommandOutcome set(SettingsAsked asked, ClusterSettings settings) {
    boolean changed =
        records.transaction(() -> {
          boolean there =
              records
                  .clusters()
                  .patch(asked.cluster(), Optional.of(settings), Optional.empty())
                  .isPresent();
          if (there) {
            records.audit().insert(entry(asked));
          }
          return there;
        });
    return changed
        ? CommandOutcome.applied("changed: " + String.join(", ", asked.settings().keySet()))
        : CommandOutcome.refused("there is no cluster " + asked.cluster());
  }

  private static Merged merge(ClusterSettings current, Map<String, JsonNode> asked) {
    if (asked.isEmpty()) {
      return new Merged.Wrong(
          "settings: nothing to change (expected some of: %s)".formatted(KNOWN));
    }
    ObjectNode merged = WireFormat.JSON.valueToTree(current);
    for (Map.Entry<String, JsonNode> field : asked.entrySet()) {
      if (!KNOWN.contains(field.getKey())) {
        return new Merged.Wrong(
            "settings: %s: unknown (expected some of: %s)".formatted(field.getKey(), KNOWN));
      }
      if (field.getValue().isNull()) {
        merged.remove(field.getKey());
      } else {
        merged.set(field.getKey(), field.getValue());
      }
    }
    try {
      return new Merged.Settings(WireFormat.JSON.treeToValue(merged, ClusterSettings.class));
    } catch (JacksonException e) {
      return new Merged.Wrong("settings: " + why(e));
    }
  }

  /** What the settings themselves say, or where the JSON does not fit. */
  private static String why(JacksonException e) {
    if (e.getCause() instanceof IllegalArgumentException refused) {
      return String.valueOf(refused.getMessage());
    }
    String field = e.getPath().isEmpty() ? "" : e.getPath().getFirst().getPropertyName() + ": ";
    return field + "does not fit (durations are texts such as PT30S, the others whole numbers)";
  }

  private NewAuditEntry entry(SettingsAsked asked) {
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
