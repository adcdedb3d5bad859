package dev.muster.domain.discovery;

import dev.muster.domain.shown.Shortened;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads an inventory in Ansible's INI: {@code [group]} with hosts, {@code [group:children]} with
 * groups, {@code [group:vars]}; hosts before the first of them are {@code ungrouped}.
 */
final class InventoryIni {

  private static final Pattern SECTION =
      Pattern.compile("\\[([^:\\]\\s]+)(?::(\\w+))?]\\s*(?:#.*)?");
  private static final Pattern CHILD = Pattern.compile("([^:\\]\\s]+)\\s*(?:#.*)?");
  private static final int LONGEST_SHOWN = 60;

  private final Inventory inventory = new Inventory();

  /** Groups that are spoken of, and the line where: each has to be declared somewhere. */
  private final Map<String, Integer> spokenOf = new LinkedHashMap<>();

  private final Map<String, String> declared = new HashMap<>();

  private String group = Inventory.UNGROUPED;
  private Part part = Part.HOSTS;
  private int line;

  private enum Part {
    HOSTS,
    CHILDREN,
    VARS
  }

  private InventoryIni() {}

  static Inventory read(String text) {
    InventoryIni reader = new InventoryIni();
    reader.declared.put(Inventory.ALL, "");
    reader.declared.put(Inventory.UNGROUPED, "");
    for (String line : text.split("\\R", -1)) {
      reader.line++;
      String content = line.strip();
      if (!content.isEmpty() && content.charAt(0) != '#' && content.charAt(0) != ';') {
        reader.take(content);
      }
    }
    reader.requireDeclared();
    return reader.inventory;
  }

  private void take(String content) {
    Matcher section = SECTION.matcher(content);
    if (section.matches()) {
      begin(section.group(1), Optional.ofNullable(section.group(2)));
      return;
    }
    if (content.startsWith("[") && content.endsWith("]")) {
      throw wrong("no section (expected: [group], [group:children] or [group:vars])");
    }
    switch (part) {
      case HOSTS -> hosts(content);
      case CHILDREN -> child(content);
      case VARS -> variable(content);
    }
  }

  private void begin(String name, Optional<String> kind) {
    group = name;
    part =
        switch (kind.orElse("hosts")) {
          case "hosts" -> Part.HOSTS;
          case "children" -> Part.CHILDREN;
          case "vars" -> Part.VARS;
          default -> throw wrong("an unknown sort of section (expected: hosts, children or vars)");
        };
    inventory.group(group);
    if (part == Part.VARS) {
      spokenOf.putIfAbsent(group, line);
    } else {
      declared.put(group, "");
    }
  }

  private void hosts(String content) {
    List<String> words = InventoryWords.of(content).orElseThrow(() -> wrong("a quote is open"));
    if (words.isEmpty()) {
      return;
    }
    Map<String, String> variables = new HashMap<>();
    for (String word : words.subList(1, words.size())) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw wrong("a word behind a host is no name=value");
      }
      variables.put(word.substring(0, equals), value(word.substring(equals + 1)));
    }
    inventory.hosts(group, words.getFirst(), variables);
  }

  private void child(String content) {
    Matcher child = CHILD.matcher(content);
    if (!child.matches()) {
      throw wrong("no name of a group");
    }
    inventory.child(group, child.group(1));
    spokenOf.putIfAbsent(child.group(1), line);
  }

  private void variable(String content) {
    int equals = content.indexOf('=');
    if (equals < 1) {
      throw wrong("no name=value");
    }
    String rest = content.substring(equals + 1).strip();
    int comment = rest.indexOf(" #");
    inventory.variable(
        group,
        content.substring(0, equals).strip(),
        value(comment < 0 ? rest : rest.substring(0, comment).strip()));
  }

  /** Quotes around all of a value are not part of it. */
  private static String value(String text) {
    boolean isQuoted =
        text.length() >= 2
            && (text.charAt(0) == '\'' || text.charAt(0) == '"')
            && text.charAt(text.length() - 1) == text.charAt(0);
    return isQuoted ? text.substring(1, text.length() - 1) : text;
  }

  private void requireDeclared() {
    spokenOf.forEach((name, where) -> {
      if (!declared.containsKey(name)) {
        line = where;
        throw wrong(
            "group '%s' is nowhere (expected: a section [%1$s])"
                .formatted(Shortened.to(LONGEST_SHOWN, name)));
      }
    });
  }

  /** Without the line itself: there are passwords in inventories. */
  private UnusableException wrong(String why) {
    return new UnusableException("line %d: %s".formatted(line, why));
  }
}
