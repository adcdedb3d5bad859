package dev.muster.api.autopilot;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.run.RunId;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.autopilot.StoredObject;
import dev.muster.records.autopilot.Writer;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the audit says of writes to objects. */
final class ObjectAudit {

  private ObjectAudit() {}

  /**
   * An entry.
   *
   * @param run that began by it, or is to be cancelled by it
   */
  static NewAuditEntry entry(String verb, StoredObject object, Writer writer, Optional<RunId> run) {
    boolean plan = object.key().kind() == ObjectKind.PLAN;
    Map<String, String> detail = new TreeMap<>();
    detail.put(plan ? "plan" : "update-config", object.key().name());
    if (plan) {
      detail.put("id", object.spec().path("id").asString(""));
    }
    if (run.isPresent() && verb.equals("delete")) {
      detail.put("outcome", "run %s is to be cancelled".formatted(run.get()));
    }
    return new NewAuditEntry(
        writer.at(),
        writer.actor().toString(),
        "k0s.%s.%s".formatted(plan ? "plan" : "update-config", verb),
        Optional.of(object.key().cluster()),
        run,
        Optional.empty(),
        detail);
  }
}
