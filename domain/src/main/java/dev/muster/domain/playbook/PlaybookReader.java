package dev.muster.domain.playbook;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads playbooks: from text, from JSON, and the ones that ship with Muster. */
public final class PlaybookReader {

  private static final List<String> SHIPPED =
      List.of("agent-upgrade", "kill-and-recover", "rolling-restart");

  private PlaybookReader() {}

  /** Reads YAML or JSON, and checks it. Whatever the text is, there is an answer. */
  public static DocumentReading read(String text) {
    DocumentText document = DocumentText.read(text, DocumentText.Rules.PLAYBOOK);
    return document
        .root()
        .map(root -> check(root, document))
        .orElseGet(() -> new DocumentReading.Invalid(document.findings()));
  }

  /** The JSON Schema of playbooks, as published. */
  public static String schema() {
    return SchemaCheck.PLAYBOOK_TEXT;
  }

  /** The names of the playbooks that ship with Muster. */
  public static List<String> shippedNames() {
    return SHIPPED;
  }

  /** The text of a playbook that ships with Muster. */
  public static Optional<String> shippedText(String name) {
    if (!SHIPPED.contains(name)) {
      return Optional.empty();
    }
    String resource = "/playbooks/" + name + ".yaml";
    try (InputStream in = PlaybookReader.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("not in the class path: " + resource);
      }
      return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static DocumentReading check(JsonNode root, DocumentText document) {
    List<Finding> findings = new ArrayList<>(foreign(root));
    if (findings.isEmpty()) {
      findings.addAll(SchemaCheck.playbook().check(root));
    }
    if (!findings.isEmpty()) {
      return invalid(findings, document);
    }
    Definition definition = DefinitionReader.read(root, findings);
    findings.addAll(new Parameters(definition.params()).checkSchemas());
    DefinitionCheck.check(definition, findings);
    ExpressionCheck.check(definition, findings);
    return findings.isEmpty()
        ? new DocumentReading.Valid(new Playbook(root, definition))
        : invalid(findings, document);
  }

  /** Documents that people have at hand and that are no playbooks get one sentence, not twenty. */
  private static List<Finding> foreign(JsonNode root) {
    if (!root.isObject()) {
      return List.of(
          new Finding(
              "",
              "%s (expected: a map with apiVersion: muster/v1 and kind: Playbook)"
                  .formatted(Names.shown(root))));
    }
    String version = root.path("apiVersion").asString("");
    return version.startsWith("autopilot.k0sproject.io/")
        ? List.of(
            new Finding(
                "/apiVersion",
                "'%s' is a k0s Autopilot document, which is no playbook; muster k0s apply takes it"
                        .formatted(Names.shortened(version))
                    + " (expected: muster/v1)"))
        : List.of();
  }

  private static DocumentReading invalid(List<Finding> findings, DocumentText document) {
    return new DocumentReading.Invalid(document.located(findings));
  }
}
