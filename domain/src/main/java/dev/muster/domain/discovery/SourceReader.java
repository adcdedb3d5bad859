package dev.muster.domain.discovery;

import dev.muster.domain.playbook.DocumentText;
import dev.muster.domain.playbook.DocumentText.UnknownTags;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.request.StrictJson;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads the documents of sources: what they say, whatever was known before. */
public final class SourceReader {

  /** Of a document, in units of 2^20 characters. */
  public static final int MOST_MEBIBYTES = 8;

  private static final int MOST_VALUES = 500_000;

  private static final DocumentText.Rules TARGETS =
      new DocumentText.Rules("a list of targets", MOST_MEBIBYTES, MOST_VALUES, UnknownTags.REFUSED);

  private static final DocumentText.Rules INVENTORY =
      new DocumentText.Rules("an inventory", MOST_MEBIBYTES, MOST_VALUES, UnknownTags.NULL);

  private SourceReader() {}

  /** Reads a document; nothing in it can make this throw. */
  public static SourceReading read(DiscoverySource source, DiscoveryRules rules, String text) {
    Gathering gathering = new Gathering(rules);
    try {
      switch (source.kind()) {
        case FILE -> new TargetGroups(gathering).read(tree(text, TARGETS));
        case HTTP -> new TargetGroups(gathering).read(json(text));
        case INVENTORY -> inventory(source.location(), text).gather(rules, gathering);
      }
      return gathering.named();
    } catch (UnusableException e) {
      return new SourceReading.Unusable(e.why());
    }
  }

  private static Inventory inventory(String location, String text) {
    String name = location.toLowerCase(Locale.ROOT);
    boolean isYaml = name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
    return isYaml ? InventoryYaml.read(tree(text, INVENTORY)) : InventoryIni.read(text);
  }

  /** JSON by its own reader, which is faster; what is none may still be YAML. */
  private static JsonNode tree(String text, DocumentText.Rules rules) {
    Optional<JsonNode> json =
        text.stripLeading().startsWith("[") || text.stripLeading().startsWith("{")
            ? parsed(text)
            : Optional.empty();
    if (json.isPresent()) {
      return json.get();
    }
    DocumentText document = DocumentText.read(text, rules);
    return document
        .root()
        .orElseThrow(() ->
            new UnusableException(
                document.findings().stream().findFirst().map(Finding::message).orElse("empty")));
  }

  private static JsonNode json(String text) {
    return parsed(text)
        .orElseThrow(() ->
            new UnusableException(
                "it is no JSON (expected: [{\"targets\": [...], \"labels\": {...}}, ...])"));
  }

  private static Optional<JsonNode> parsed(String text) {
    try {
      return Optional.of(StrictJson.MAPPER.readTree(text)).filter(tree -> !tree.isMissingNode());
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }
}
