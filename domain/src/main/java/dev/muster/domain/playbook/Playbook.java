package dev.muster.domain.playbook;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * A playbook that was read and checked. Two with the same {@link #hash} are the same, however they
 * were written.
 */
public final class Playbook {

  private final JsonNode definition;
  private final Definition typed;
  private final String hash;

  Playbook(JsonNode definition, Definition typed) {
    this.definition = definition;
    this.typed = typed;
    this.hash = CanonicalJson.hash(definition);
  }

  /**
   * Rebuilds a playbook from the copy that was stored. Expressions are not compiled again: they
   * were when it was read.
   *
   * @throws IllegalArgumentException if it is no definition that passed {@link PlaybookReader#read}
   */
  public static Playbook ofDefinition(JsonNode definition) {
    List<Finding> findings = new ArrayList<>(SchemaCheck.playbook().check(definition));
    if (findings.isEmpty()) {
      Definition typed = DefinitionReader.read(definition, findings);
      if (findings.isEmpty()) {
        return new Playbook(definition, typed);
      }
    }
    throw new IllegalArgumentException(
        findings.stream()
            .map(finding -> finding.path() + ": " + finding.message())
            .collect(Collectors.joining("; ", "stored definition: ", "")));
  }

  /** An RFC 1123 label. */
  public String name() {
    return definition.path("metadata").path("name").stringValue();
  }

  /** Empty when the playbook has none. */
  public String description() {
    return definition.path("metadata").path("description").asString("");
  }

  /** The document as JSON, with aliases expanded; what is stored with every run. */
  public JsonNode definition() {
    return definition;
  }

  /** Names of parameters and arguments whose values nobody is shown. */
  public List<String> sensitive() {
    return typed.sensitive();
  }

  /** SHA-256 over the definition in canonical form, as 64 hexadecimal digits. */
  public String hash() {
    return hash;
  }

  /** The definition as typed values. */
  Definition typed() {
    return typed;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Playbook playbook && playbook.hash.equals(hash);
  }

  @Override
  public int hashCode() {
    return hash.hashCode();
  }

  @Override
  public String toString() {
    return name() + "@" + hash.substring(0, 12);
  }
}
