package dev.muster.records.audit;

import java.util.Optional;

/**
 * A link of the chain over the audit.
 *
 * @param seal its place, from 1 without gaps, and its hash
 * @param seq the number of the entry that it is over
 * @param hash of the entry, in hexadecimal digits
 * @param removed whether retention removed the entry
 * @param entry absent once its time was over and it was removed
 */
public record SealedEntry(
    AuditSeal seal, long seq, String hash, boolean removed, Optional<AuditEntry> entry) {}
