package dev.muster.kubernetes.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What names, labels and annotations may be, in the words of Kubernetes' server. */
public final class MetadataRules {

  private static final String METADATA = "metadata";

  private static final String SUBDOMAIN_REGEX =
      "[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
  private static final Pattern SUBDOMAIN = Pattern.compile(SUBDOMAIN_REGEX);
  private static final String SUBDOMAIN_WORDS =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex"
          + " used for validation is '"
          + SUBDOMAIN_REGEX
          + "')";
  private static final String NAME_REGEX = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
  private static final Pattern NAME = Pattern.compile(NAME_REGEX);
  private static final String NAME_WORDS =
      "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end"
          + " with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex"
          + " used for validation is '"
          + NAME_REGEX
          + "')";
  private static final String VALUE_REGEX = "(" + NAME_REGEX + ")?";
  private static final Pattern VALUE = Pattern.compile(VALUE_REGEX);
  private static final String VALUE_WORDS =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or"
          + " '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or"
          + " 'my_value',  or '12345', regex used for validation is '"
          + VALUE_REGEX
          + "')";

  private static final int LONGEST_NAME = 253;
  private static final int LONGEST_PART = 63;
  private static final int ANNOTATIONS = 256 << 10;

  private MetadataRules() {}

  /** Whether it can be the name of an object. */
  public static boolean isName(String text) {
    return text.length() <= LONGEST_NAME && SUBDOMAIN.matcher(text).matches();
  }

  /** What is wrong with an object's metadata. */
  public static List<FieldProblem> check(JsonNode object) {
    JsonNode metadata = object.path(METADATA);
    List<FieldProblem> problems = new ArrayList<>();
    name(metadata, problems);
    labels(metadata.path("labels"), problems);
    annotations(metadata.path("annotations"), problems);
    for (String field : List.of("finalizers", "ownerReferences")) {
      if (!metadata.path(field).isEmpty()) {
        problems.add(
            FieldProblem.forbidden(
                METADATA + "." + field,
                "Muster deletes an object at once and collects none by its owners: leave it out"));
      }
    }
    return problems;
  }

  private static void name(JsonNode metadata, List<FieldProblem> problems) {
    String name = metadata.path("name").asString("");
    String field = METADATA + ".name";
    if (name.isEmpty()) {
      problems.add(FieldProblem.missing(field, "name or generateName is required"));
      return;
    }
    if (name.length() > LONGEST_NAME) {
      problems.add(
          FieldProblem.invalid(field, quoted(name), "must be no more than 253 characters"));
    }
    if (!SUBDOMAIN.matcher(name).matches()) {
      problems.add(FieldProblem.invalid(field, quoted(name), SUBDOMAIN_WORDS));
    }
  }

  private static void labels(JsonNode labels, List<FieldProblem> problems) {
    String field = METADATA + ".labels";
    labels
        .properties()
        .forEach(label -> {
          key(label.getKey(), field, problems);
          String value = label.getValue().asString("");
          if (value.length() > LONGEST_PART) {
            problems.add(
                FieldProblem.invalid(field, quoted(value), "must be no more than 63 bytes"));
          }
          if (!VALUE.matcher(value).matches()) {
            problems.add(FieldProblem.invalid(field, quoted(value), VALUE_WORDS));
          }
        });
  }

  private static void annotations(JsonNode annotations, List<FieldProblem> problems) {
    String field = METADATA + ".annotations";
    long size = 0;
    for (java.util.Map.Entry<String, JsonNode> annotation : annotations.properties()) {
      key(annotation.getKey().toLowerCase(java.util.Locale.ROOT), field, problems);
      size += annotation.getKey().length() + annotation.getValue().asString("").length();
    }
    if (size > ANNOTATIONS) {
      problems.add(
          new FieldProblem(
              field,
              FieldProblem.Reason.TOO_LONG,
              "Too long: may not be more than %d bytes".formatted(ANNOTATIONS)));
    }
  }

  private static void key(String key, String field, List<FieldProblem> problems) {
    int slash = key.indexOf('/');
    String name = key.substring(slash + 1);
    if (slash >= 0 && !isName(key.substring(0, slash))) {
      problems.add(
          FieldProblem.invalid(
              field,
              quoted(key),
              slash == 0 ? "prefix part must be non-empty" : "prefix part " + SUBDOMAIN_WORDS));
    }
    if (name.isEmpty()) {
      problems.add(FieldProblem.invalid(field, quoted(key), "name part must be non-empty"));
    } else if (name.length() > LONGEST_PART) {
      problems.add(
          FieldProblem.invalid(field, quoted(key), "name part must be no more than 63 bytes"));
    }
    if (!NAME.matcher(name).matches()) {
      problems.add(FieldProblem.invalid(field, quoted(key), NAME_WORDS));
    }
  }

  private static String quoted(String text) {
    return tools.jackson.databind.node.StringNode.valueOf(text).toString();
  }
}
