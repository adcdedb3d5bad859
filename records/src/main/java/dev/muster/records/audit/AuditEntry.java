package dev.muster.records.audit;

/**
 * An entry of the audit.
 *
 * @param seq grows with each entry
 */
public record AuditEntry(long seq, NewAuditEntry entry) {}
