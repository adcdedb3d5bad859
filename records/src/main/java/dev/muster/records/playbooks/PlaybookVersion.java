package dev.muster.records.playbooks;

import java.time.Instant;

/** A version of a playbook, without its text. */
public record PlaybookVersion(
    String name,
    int version,
    String hash,
    String description,
    Instant createdAt,
    String createdBy) {}
