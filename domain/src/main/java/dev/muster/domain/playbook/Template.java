package dev.muster.domain.playbook;

import dev.muster.domain.secret.SecretName;
import dev.muster.domain.secret.SecretReferences;
import dev.muster.domain.shown.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A text with expressions between a dollar sign with an opening brace and a closing brace. With two
 * dollar signs it is a plain text.
 */
record Template(String text, List<Part> parts) {

  private static final int LONGEST_SHOWN = 40;

  /** A piece of a template. */
  sealed interface Part {}

  /** Text that stays as it is. */
  record Literal(String text) implements Part {}

  /**
   * An expression.
   *
   * @param at index of its first character in the template
   */
  record Hole(String cel, int at) implements Part {}

  /** A reference to a secret, which is no expression and stays as it is. */
  record Reference(SecretName secret) implements Part {}

  /** Whether {@code text} has to be parsed at all. */
  static boolean isIn(String text) {
    return text.contains("${");
  }

  /**
   * Finds the expressions.
   *
   * @throws IllegalArgumentException if one is not closed, or empty
   */
  static Template parse(String text) {
    List<Part> parts = new ArrayList<>();
    StringBuilder plain = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith("$${", at)) {
        plain.append("${");
        at += 3;
      } else if (text.startsWith("${", at)) {
        int end = endOfHole(text, at + 2);
        String cel = text.substring(at + 2, end);
        if (cel.isBlank()) {
          throw new IllegalArgumentException("'${}' holds no expression");
        }
        flush(plain, parts);
        parts.add(part(cel.strip(), at + 2));
        at = end + 1;
      } else {
        plain.append(text.charAt(at++));
      }
    }
    flush(plain, parts);
    return new Template(text, List.copyOf(parts));
  }

  /** The only expression, if the template is one expression and nothing else. */
  Optional<Hole> single() {
    return parts.size() == 1 && parts.getFirst() instanceof Hole hole
        ? Optional.of(hole)
        : Optional.empty();
  }

  List<Hole> holes() {
    return parts.stream().filter(Hole.class::isInstance).map(Hole.class::cast).toList();
  }

  /** The secrets that are referred to, in their order. */
  List<SecretName> secrets() {
    return parts.stream()
        .filter(Reference.class::isInstance)
        .map(part -> ((Reference) part).secret())
        .toList();
  }

  /** Whether a text that is to stay as it is looks like a reference to a secret. */
  boolean pretendsReference() {
    return parts.stream()
        .anyMatch(part -> part instanceof Literal(String text) && SecretReferences.count(text) > 0);
  }

  private static Part part(String inner, int at) {
    return SecretReferences.of(inner)
        .<Part>map(Reference::new)
        .orElseGet(() -> new Hole(inner, at));
  }

  private static void flush(StringBuilder plain, List<Part> parts) {
    if (!plain.isEmpty()) {
      parts.add(new Literal(plain.toString()));
      plain.setLength(0);
    }
  }

  /** Braces nest, and do not count inside quotes. */
  private static int endOfHole(String text, int from) {
    int depth = 0;
    char quote = 0;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (quote != 0) {
        if (c == '\\') {
          at++;
        } else if (c == quote) {
          quote = 0;
        }
      } else if (c == '"' || c == '\'' || c == '`') {
        quote = c;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && depth-- == 0) {
        return at;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is not closed (expected: a '}'; write '$${' for a plain '${')"
            .formatted(Shortened.to(LONGEST_SHOWN, text.substring(from - 2))));
  }
}
