package dev.muster.domain.playbook;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** Checks a tree against a JSON Schema, and says what is wrong in words for people. */
public final class SchemaCheck {

  private static final String RESOURCE = "/schema/playbook-v1.schema.json";
  private static final ObjectMapper JSON = JsonMapper.shared();
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  /** The published schema of playbooks, as it lies in the class path. */
  static final String PLAYBOOK_TEXT = resource(RESOURCE);

  private static final SchemaCheck PLAYBOOK = of(PLAYBOOK_TEXT);

  private final JsonNode root;
  private final Schema schema;
  private final Wording wording;

  /** Where the words for what would be right come from. */
  private enum Wording {
    /** Our schema's descriptions, which are written for it. */
    DESCRIPTION,
    /** The rule that was broken; descriptions of parameters say what they are for. */
    RULE
  }

  private SchemaCheck(JsonNode root, Wording wording) {
    this.root = root;
    this.schema = REGISTRY.getSchema(root);
    this.wording = wording;
  }

  /** By a schema of ours, whose descriptions are written to say what is expected. */
  public static SchemaCheck of(String text) {
    return new SchemaCheck(JSON.readTree(text), Wording.DESCRIPTION);
  }

  static SchemaCheck playbook() {
    return PLAYBOOK;
  }

  /** For a parameter's schema, which must have been checked as part of its playbook. */
  static SchemaCheck parameter(JsonNode schema) {
    return new SchemaCheck(schema, Wording.RULE);
  }

  /** What is wrong with {@code json}; nothing when the list is empty. */
  public List<Finding> check(JsonNode json) {
    List<Finding> findings = new ArrayList<>();
    Set<String> told = new HashSet<>();
    for (Error error : schema.validate(json)) {
      String path = error.getInstanceLocation().toString();
      switch (error.getKeyword()) {
        case "additionalProperties" -> findings.add(unknownField(path, error));
        case "propertyNames" -> findings.add(wrongName(path, error));
        case "required" -> {
          if (!isAlternative(error)) {
            findings.add(missingField(path, error));
          }
        }
        default -> {
          // One sentence for each value: its first, and the alternatives only as a whole.
          if (!isAlternative(error) && told.add(path)) {
            findings.add(new Finding(path, wrongValue(error)));
          }
        }
      }
    }
    return findings;
  }

  private static boolean isAlternative(Error error) {
    String path = error.getEvaluationPath().toString();
    return path.contains("/oneOf/") || path.contains("/anyOf/");
  }

  private Finding unknownField(String path, Error error) {
    String field = error.getProperty();
    Set<String> known = new TreeSet<>();
    holder(error).path("properties").propertyNames().forEach(known::add);
    String where = Pointers.child(path, field);
    return new Finding(
        where,
        NotYet.message(field)
            .orElseGet(() -> "unknown field '%s'%s".formatted(field, Names.hint(field, known))));
  }

  private Finding wrongName(String path, Error error) {
    return new Finding(
        Pointers.child(path, error.getProperty()),
        "'%s'%s"
            .formatted(Names.shortened(error.getProperty()), expectation(error.getSchemaNode())));
  }

  private Finding missingField(String path, Error error) {
    String field = error.getProperty();
    JsonNode expected = holder(error).path("properties").path(field);
    return new Finding(path, "'%s' is missing%s".formatted(field, expectation(expected)));
  }

  private String wrongValue(Error error) {
    String expected = wording == Wording.DESCRIPTION ? expectation(holder(error)) : "";
    return shown(error) + (expected.isEmpty() ? rule(error) : expected);
  }

  private static String shown(Error error) {
    JsonNode value = error.getInstanceNode();
    return switch (error.getKeyword()) {
      case "minItems", "maxItems", "minProperties", "maxProperties" ->
          "%d entries".formatted(value.size());
      case "minLength", "maxLength" ->
          "a text of %d characters".formatted(value.asString("").length());
      default -> Names.shown(value);
    };
  }

  private static String rule(Error error) {
    JsonNode rule = error.getSchemaNode();
    String expected =
        switch (error.getKeyword()) {
          case "type" -> "a value of type " + (rule.isArray() ? listed(rule) : rule.asString(""));
          case "pattern" -> "a text that matches " + rule.asString("");
          case "enum" -> "one of " + listed(rule);
          case "const" -> Names.shown(rule);
          case "minimum", "minLength", "minItems", "minProperties" -> "at least " + rule;
          case "maximum", "maxLength", "maxItems", "maxProperties" -> "at most " + rule;
          case "exclusiveMinimum" -> "more than " + rule;
          case "exclusiveMaximum" -> "less than " + rule;
          default -> error.getMessage();
        };
    return " (expected: %s)".formatted(expected);
  }

  private static String listed(JsonNode values) {
    List<String> words = new ArrayList<>();
    values.forEach(value -> words.add(value.asString()));
    return String.join(", ", words);
  }

  /** What a schema asks for: our schema's descriptions are written to fit here. */
  private String expectation(JsonNode schemaNode) {
    JsonNode resolved = resolve(schemaNode);
    String description = resolved.path("description").asString("");
    return description.isEmpty() ? "" : " (expected: %s)".formatted(description);
  }

  private JsonNode resolve(JsonNode node) {
    String reference = node.path("$ref").asString("");
    return reference.startsWith("#") ? root.at(reference.substring(1)) : node;
  }

  /** The schema object that holds the keyword that was violated. */
  private JsonNode holder(Error error) {
    String fragment = error.getSchemaLocation().getFragment().toString();
    int last = fragment.lastIndexOf('/');
    return last < 0 ? root : root.at(fragment.substring(0, last));
  }

  /** A schema as it lies in the class path. */
  public static String resource(String name) {
    try (InputStream in = SchemaCheck.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("not in the class path: " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
