package dev.muster.kubernetes.objects;

import dev.muster.kubernetes.fields.FieldOwnership.Conflict;
import dev.muster.kubernetes.status.KubeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Says of whom the fields are that somebody wants to apply. */
final class ApplyConflicts {

  private ApplyConflicts() {}

  static KubeStatus status(List<Conflict> conflicts) {
    return KubeStatus.caused(
        409,
        "Conflict",
        message(conflicts),
        conflicts.stream()
            .map(one ->
                new KubeStatus.Cause(
                    "FieldManagerConflict", "conflict with " + one.owner(), one.field()))
            .toList());
  }

  private static String message(List<Conflict> conflicts) {
    if (conflicts.size() == 1) {
      Conflict one = conflicts.getFirst();
      return "Apply failed with 1 conflict: conflict with %s: %s"
          .formatted(one.owner(), one.field());
    }
    Map<String, List<String>> byOwner = new TreeMap<>();
    conflicts.forEach(
        one -> byOwner.computeIfAbsent(one.owner(), owner -> new ArrayList<>()).add(one.field()));
    List<String> lines = new ArrayList<>();
    byOwner.forEach((owner, fields) -> {
      lines.add("conflicts with " + owner + ":");
      fields.forEach(field -> lines.add("- " + field));
    });
    return "Apply failed with %d conflicts: %s"
        .formatted(conflicts.size(), String.join("\n", lines));
  }
}
