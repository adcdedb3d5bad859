package dev.muster.api.audit;

import dev.muster.api.audit.AuditController.AuditJson;
import dev.muster.records.audit.SealedEntry;
import java.util.Optional;

/**
 * An entry with its link of the chain, for who keeps the audit elsewhere.
 *
 * @param place in the chain, from 1 without gaps
 * @param seq the entry's number
 * @param hash SHA-256 of what the entry says
 * @param seal SHA-256 of the seal before, the place, the number and the hash
 * @param removed whether retention removed the entry
 * @param entry absent once it was removed
 */
public record SealedEntryJson(
    long place, long seq, String hash, String seal, boolean removed, Optional<AuditJson> entry) {

  static SealedEntryJson of(SealedEntry link) {
    return new SealedEntryJson(
        link.seal().place(),
        link.seq(),
        link.hash(),
        link.seal().hash(),
        link.removed(),
        link.entry().map(AuditJson::of));
  }
}
