package dev.muster.api.playbooks;

import dev.muster.records.playbooks.PlaybookRecord;
import dev.muster.records.playbooks.PlaybookVersion;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A version of a playbook as callers see it.
 *
 * @param version from 1
 * @param hash of the content, however it was written
 * @param source as it was sent; only when one is shown
 * @param definition as JSON; only when one is shown
 */
public record PlaybookJson(
    String name,
    int version,
    String hash,
    String description,
    Instant createdAt,
    String createdBy,
    Optional<String> source,
    Optional<JsonNode> definition) {

  static PlaybookJson of(PlaybookVersion version) {
    return of(version, Optional.empty(), Optional.empty());
  }

  static PlaybookJson of(PlaybookRecord playbook) {
    return of(
        playbook.version(), Optional.of(playbook.source()), Optional.of(playbook.definition()));
  }

  private static PlaybookJson of(
      PlaybookVersion version, Optional<String> source, Optional<JsonNode> definition) {
    return new PlaybookJson(
        version.name(),
        version.version(),
        version.hash(),
        version.description(),
        version.createdAt(),
        version.createdBy(),
        source,
        definition);
  }
}
