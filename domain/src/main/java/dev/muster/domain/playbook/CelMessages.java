package dev.muster.domain.playbook;

import dev.cel.common.CelErrorCode;
import dev.cel.common.CelIssue;
import dev.cel.runtime.CelEvaluationException;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the CEL compiler and interpreter say, in words for people. */
final class CelMessages {

  private static final Pattern UNDECLARED =
      Pattern.compile("undeclared reference to '([^']*)'.*", Pattern.DOTALL);
  private static final Pattern UNDEFINED = Pattern.compile("undefined field '([^']*)'.*");
  private static final Pattern OVERLOAD =
      Pattern.compile(
          "found no matching overload for '_?([^'_]+|[a-zA-Z_]+)_?' applied to '([^']*)'.*",
          Pattern.DOTALL);
  private static final Pattern LOCATED =
      Pattern.compile("evaluation error(?: at \\S+)?: (.*)", Pattern.DOTALL);
  private static final Pattern MISSING =
      Pattern.compile("(?:key '([^']*)' is not present in map\\.?|([^\\s:]+))");
  private static final Pattern PATH_BEFORE = Pattern.compile("[A-Za-z0-9_.`-]+$");

  private CelMessages() {}

  /** Why an expression has no value. */
  static String evaluation(String cel, CelEvaluationException e) {
    String message = String.valueOf(e.getMessage()).strip();
    Matcher located = LOCATED.matcher(message);
    if (located.matches()) {
      message = located.group(1).strip();
    }
    if (e.getErrorCode() == CelErrorCode.ATTRIBUTE_NOT_FOUND) {
      Matcher missing = MISSING.matcher(message);
      if (missing.matches()) {
        String key = missing.group(1) != null ? missing.group(1) : missing.group(2);
        message =
            "there is no '%s' (test with has(…) or 'in' first if it may be absent)".formatted(key);
      }
    }
    return "${%s}: %s".formatted(Names.shortened(cel), message);
  }

  /**
   * Why an expression does not compile.
   *
   * @param known the names below each path: {@code params} to its parameters, "" to the roots
   */
  static String compilation(String cel, CelIssue issue, Map<String, Collection<String>> known) {
    return "${%s}: %s".formatted(Names.shortened(cel), problem(cel, issue, known));
  }

  private static String problem(String cel, CelIssue issue, Map<String, Collection<String>> known) {
    String message = String.valueOf(issue.getMessage());
    int column = Math.max(0, Math.min(cel.length(), issue.getSourceLocation().getColumn()));
    Matcher undeclared = UNDECLARED.matcher(message);
    if (undeclared.matches()) {
      return unknownName(undeclared.group(1), known.getOrDefault("", Set.of()));
    }
    Matcher undefined = UNDEFINED.matcher(message);
    if (undefined.matches()) {
      return unknownField(cel, column, undefined.group(1), known);
    }
    Matcher overload = OVERLOAD.matcher(message);
    if (overload.matches()) {
      return "'%s' does not work on %s".formatted(overload.group(1), overload.group(2));
    }
    if (isSyntax(message)) {
      return "is no CEL expression: character %d is not expected".formatted(column + 1);
    }
    return message.lines().findFirst().orElse("");
  }

  private static boolean isSyntax(String message) {
    return message.contains("expecting")
        || message.startsWith("token recognition")
        || message.startsWith("no viable alternative");
  }

  private static String unknownName(String name, Collection<String> known) {
    if (CelPrograms.NAMES.contains(name)) {
      return "'%s' is not known here (known here: %s)".formatted(name, String.join(", ", known));
    }
    return NotYet.nameMessage(name)
        .orElseGet(() -> "'%s' is no name or function%s".formatted(name, Names.hint(name, known)));
  }

  private static String unknownField(
      String cel, int column, String field, Map<String, Collection<String>> known) {
    Matcher before = PATH_BEFORE.matcher(cel.substring(0, column));
    String path = before.find() ? before.group().replace("`", "") : "";
    Collection<String> names = known.getOrDefault(path, Set.of());
    String what =
        switch (path) {
          case "params" -> "'%s' is no parameter".formatted(field);
          case "steps" -> "'%s' is no earlier step of this stage".formatted(field);
          case "stages" -> "'%s' is no earlier stage".formatted(field);
          default -> "there is no '%s' in '%s'".formatted(field, path);
        };
    // A name with '-' in it reads as a subtraction.
    return names.stream()
        .filter(name -> name.contains("-") && name.startsWith(field))
        .findFirst()
        .map(name -> "%s (write %s.`%s`)".formatted(what, path, name))
        .orElseGet(() -> what + Names.hint(field, names));
  }
}
