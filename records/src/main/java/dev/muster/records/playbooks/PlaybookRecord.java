package dev.muster.records.playbooks;

import tools.jackson.databind.JsonNode;

/** A version of a playbook with its text, as it was sent and in canonical form. */
public record PlaybookRecord(PlaybookVersion version, String source, JsonNode definition) {}
