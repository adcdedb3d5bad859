package dev.muster.senlin.actions;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Sight;
import dev.muster.records.Records;
import dev.muster.records.audit.AuditEntry;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.members.ClusterDirectory;
import dev.muster.records.sql.PageRequest;
import dev.muster.senlin.words.SenlinObject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/**
 * Senlin attaches policies by actions, Muster at once (decision 51). What was done is in the audit:
 * its entry is shown as an action that is over, whose id has the entry's number.
 */
public final class BindingActions {

  /** What such an id begins with; the rest is the number. */
  private static final long HEAD = 0xA0D17000_0000_4000L;

  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final int LOOKED_AT = 100;

  private static final Map<String, String> NAMES =
      Map.of(
          "policy.attach", "CLUSTER_ATTACH_POLICY",
          "policy.detach", "CLUSTER_DETACH_POLICY",
          "policy.change", "CLUSTER_UPDATE_POLICY");

  private final Records records;

  public BindingActions(Records records) {
    this.records = records;
  }

  /**
   * What was just done. What changed nothing, because it was so already, is shown as the newest
   * that did.
   *
   * @param what as the audit calls it
   */
  public ActionId newest(ClusterName cluster, String what, String policy) {
    List<AuditEntry> done =
        entries(cluster).stream().filter(entry -> entry.entry().what().equals(what)).toList();
    long seq =
        done.stream()
            .filter(entry -> policy.equals(entry.entry().detail().get("policy")))
            .findFirst()
            .or(() -> done.stream().findFirst())
            .map(AuditEntry::seq)
            .orElse(0L);
    return new ActionId(id(seq));
  }

  private List<AuditEntry> entries(ClusterName cluster) {
    return records
        .audit()
        .list(
            new AuditFilter(Optional.of(cluster), Optional.empty(), Optional.empty()),
            new PageRequest(LOOKED_AT, Optional.empty()))
        .items();
  }

  private static UUID id(long seq) {
    return new UUID(HEAD, VARIANT | seq);
  }

  /** The action of the id, if it is one of these and on a cluster that may be read. */
  Optional<ObjectNode> shown(String id, Sight sight) {
    Optional<Long> seq = number(id);
    if (seq.isEmpty()) {
      return Optional.empty();
    }
    return records
        .audit()
        .list(
            new AuditFilter(Optional.empty(), Optional.empty(), Optional.empty(), sight),
            new PageRequest(1, Optional.of(String.valueOf(seq.get() + 1))))
        .items()
        .stream()
        .filter(entry -> entry.seq() == seq.get())
        .filter(entry -> NAMES.containsKey(entry.entry().what()))
        .findFirst()
        .map(BindingActions::shown);
  }

  private static Optional<Long> number(String text) {
    try {
      UUID id = UUID.fromString(text);
      return id.getMostSignificantBits() == HEAD && id.getLeastSignificantBits() < 0
          ? Optional.of(id.getLeastSignificantBits() ^ VARIANT)
          : Optional.empty();
    } catch (IllegalArgumentException noId) {
      return Optional.empty();
    }
  }

  private static ObjectNode shown(AuditEntry recorded) {
    NewAuditEntry entry = recorded.entry();
    String cluster = ClusterDirectory.idOf(entry.cluster().orElseThrow()).toString();
    SenlinObject inputs = SenlinObject.of();
    Optional.ofNullable(entry.detail().get("policy"))
        .ifPresent(policy -> inputs.with("policy_id", policy));
    return SenlinObject.of()
        .with("id", id(recorded.seq()).toString())
        .with("name", "%s_%s".formatted(entry.what().replace('.', '_'), cluster.substring(0, 8)))
        .with("target", cluster)
        .with("action", NAMES.getOrDefault(entry.what(), entry.what()))
        .with("cause", "RPC Request")
        .with("owner", Optional.empty())
        .with("cluster_id", cluster)
        .withAll("depends_on", List.of())
        .withAll("depended_by", List.of())
        .with("inputs", inputs.done())
        .with("outputs", SenlinObject.nothing())
        .with("data", SenlinObject.nothing())
        .with("interval", -1)
        .with("timeout", 0)
        .with("start_time", SenlinObject.seconds(Optional.of(entry.at())))
        .with("end_time", SenlinObject.seconds(Optional.of(entry.at())))
        .with("created_at", Optional.of(entry.at()))
        .with("updated_at", Optional.of(entry.at()))
        .with("status", "SUCCEEDED")
        .with("status_reason", "Action completed successfully.")
        .owned(entry.actor().replaceFirst("^user:", ""))
        .done();
  }
}
