package dev.muster.domain.playbook;

import dev.muster.domain.playbook.Selector.Operator;
import dev.muster.domain.playbook.Selector.Requirement;
import dev.muster.domain.shown.Shortened;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads label selectors by recursive descent; the grammar is that of Kubernetes. */
final class SelectorParser {

  private static final int MAX_LENGTH = 4096;

  private static final Pattern NAME =
      Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");
  private static final Pattern PREFIX = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");

  private final String text;
  private int at;

  SelectorParser(String text) {
    this.text = text;
  }

  Selector parse() {
    if (text.length() > MAX_LENGTH) {
      throw error("it is longer than " + MAX_LENGTH + " characters");
    }
    List<Requirement> requirements = new ArrayList<>();
    skipSpace();
    if (at == text.length()) {
      return new Selector(requirements);
    }
    while (true) {
      requirements.add(requirement());
      skipSpace();
      if (at == text.length()) {
        return new Selector(requirements);
      }
      expect(",");
    }
  }

  private Requirement requirement() {
    skipSpace();
    if (accept("!")) {
      return new Requirement(key(), Operator.NOT_EXISTS, Set.of());
    }
    String key = key();
    skipSpace();
    if (at == text.length() || text.charAt(at) == ',') {
      return new Requirement(key, Operator.EXISTS, Set.of());
    }
    return withOperator(key);
  }

  private Requirement withOperator(String key) {
    if (accept("!=")) {
      return one(key, Operator.NOT_IN);
    }
    if (accept("==") || accept("=")) {
      return one(key, Operator.IN);
    }
    if (accept(">")) {
      return number(key, Operator.GREATER);
    }
    if (accept("<")) {
      return number(key, Operator.LESS);
    }
    int start = at;
    return switch (word()) {
      case "in" -> new Requirement(key, Operator.IN, set());
      case "notin" -> new Requirement(key, Operator.NOT_IN, set());
      default -> {
        at = start;
        throw error("expected '=', '!=', 'in', 'notin', '<', '>' or ','");
      }
    };
  }

  private Requirement one(String key, Operator operator) {
    return new Requirement(key, operator, Selector.sorted(List.of(value())));
  }

  private Requirement number(String key, Operator operator) {
    int start = at;
    String value = value();
    try {
      Long.parseLong(value);
    } catch (NumberFormatException e) {
      at = start;
      throw error("expected a whole number");
    }
    return new Requirement(key, operator, Selector.sorted(List.of(value)));
  }

  private Set<String> set() {
    skipSpace();
    expect("(");
    List<String> values = new ArrayList<>();
    do {
      values.add(value());
      skipSpace();
    } while (accept(","));
    expect(")");
    return Selector.sorted(values);
  }

  private String key() {
    skipSpace();
    int start = at;
    String key = word();
    int slash = key.indexOf('/');
    boolean named = NAME.matcher(key.substring(slash + 1)).matches();
    boolean prefixed = slash < 0 || PREFIX.matcher(key.substring(0, slash)).matches();
    if (!named || !prefixed) {
      at = start;
      throw error("expected the name of a label, such as role or example.com/zone");
    }
    return key;
  }

  /** May be empty, as in Kubernetes: {@code zone=} asks for a label with an empty value. */
  private String value() {
    skipSpace();
    int start = at;
    String value = word();
    if (!value.isEmpty() && !NAME.matcher(value).matches()) {
      at = start;
      throw error("expected a label's value: at most 63 letters, digits, '-', '_' or '.'");
    }
    return value;
  }

  private String word() {
    int start = at;
    while (at < text.length() && "!=<>(), \t\n\r".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  private void expect(String token) {
    skipSpace();
    if (!accept(token)) {
      throw error("expected '" + token + "'");
    }
  }

  private boolean accept(String token) {
    boolean here = text.startsWith(token, at);
    at += here ? token.length() : 0;
    return here;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private IllegalArgumentException error(String problem) {
    String shown = Shortened.to(120, text);
    return new IllegalArgumentException(
        "selector '%s', at character %d: %s".formatted(shown, at + 1, problem));
  }
}
