package dev.muster.api.audit;

import dev.muster.api.requests.Caller;
import dev.muster.domain.action.Actor;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Keeps who changed the inventory, in the transaction of the change itself. */
public final class AuditTrail {

  private final Records records;
  private final Clock clock;

  public AuditTrail(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  /**
   * What was asked for.
   *
   * @param what in a word or two, such as {@code node.remove}
   */
  public record Asked(Caller caller, String what, ClusterName cluster, Map<String, String> detail)
      implements Auditable {}

  /** What was asked for that is of no cluster. */
  public record NoClusters(Caller caller, String what, Map<String, String> detail)
      implements Auditable {}

  /** What is kept, whether it is of a cluster or not. */
  public sealed interface Auditable {
    Caller caller();

    String what();

    Map<String, String> detail();
  }

  /** Makes the change, and keeps it if its result says that something {@code changed}. */
  public <T> T keep(Asked asked, Supplier<T> change, Predicate<T> changed) {
    return kept(asked, Optional.of(asked.cluster()), change, changed);
  }

  /** The same of what is of no cluster, such as a policy. */
  public <T> T keep(NoClusters asked, Supplier<T> change, Predicate<T> changed) {
    return kept(asked, Optional.empty(), change, changed);
  }

  private <T> T kept(
      Auditable asked, Optional<ClusterName> cluster, Supplier<T> change, Predicate<T> changed) {
    return records.transaction(() -> {
      T result = change.get();
      if (changed.test(result)) {
        records.audit().insert(entry(asked, cluster));
      }
      return result;
    });
  }

  private NewAuditEntry entry(Auditable asked, Optional<ClusterName> cluster) {
    return new NewAuditEntry(
        clock.instant(),
        Actor.user(asked.caller().name()).toString(),
        asked.what(),
        cluster,
        Optional.empty(),
        Optional.empty(),
        asked.detail());
  }
}
