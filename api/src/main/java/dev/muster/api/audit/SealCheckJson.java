package dev.muster.api.audit;

import dev.muster.records.audit.AuditSeal;
import dev.muster.records.audit.SealCheck;
import java.util.List;
import java.util.Optional;

/**
 * Whether the audit is as it was written.
 *
 * @param holds whether nothing was found
 * @param sealed entries that are in the chain, those too that retention has removed since
 * @param removed by retention
 * @param unsealed written in the last seconds, or since no worker runs
 * @param seal the newest one, to be kept elsewhere
 */
public record SealCheckJson(
    boolean holds,
    long sealed,
    long removed,
    long unsealed,
    Optional<String> seal,
    List<FaultJson> faults) {

  /**
   * Something that does not hold.
   *
   * @param place in the chain; from there on nothing is sure
   */
  public record FaultJson(long place, String what) {}

  static SealCheckJson of(SealCheck check) {
    return new SealCheckJson(
        check.holds(),
        check.sealed(),
        check.removed(),
        check.unsealed(),
        check.last().map(AuditSeal::toString),
        check.faults().stream().map(fault -> new FaultJson(fault.place(), fault.what())).toList());
  }
}
