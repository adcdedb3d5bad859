package dev.muster.domain.playbook;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.databind.JsonNode;

/**
 * A document as text: YAML 1.2, of which JSON is a part. Aliases are expanded; size, depth and the
 * number of values are limited, so that no text can exhaust the process.
 *
 * @param root empty when the text could not be read
 * @param lines on which line a value stands, counted from 1, by JSON pointer
 * @param findings why it could not be read; empty when it could
 */
public record DocumentText(
    Optional<JsonNode> root, Map<String, Integer> lines, List<Finding> findings) {

  private static final int MAX_FINDINGS = 50;

  /**
   * How a document is read.
   *
   * @param what it is to be, in a word, for messages
   * @param mebibytes characters that the text may have, in units of 2^20
   * @param values at most, after aliases are expanded
   */
  public record Rules(String what, int mebibytes, int values, UnknownTags tags) {

    static final Rules PLAYBOOK = new Rules("a playbook", 1, 20_000, UnknownTags.REFUSED);

    private int length() {
      return mebibytes << 20;
    }
  }

  /** What becomes of a value with a tag that YAML's core schema does not have. */
  public enum UnknownTags {
    /** The document cannot be read. */
    REFUSED,
    /** It is null: whoever wrote it knows what it is, such as Ansible's {@code !vault}. */
    NULL
  }

  /** Reads a text; what is wrong with it is a finding. */
  public static DocumentText read(String text, Rules rules) {
    if (text.length() > rules.length()) {
      return failed(
          0,
          "the document has %d characters (expected: at most %d MiB)"
              .formatted(text.length(), rules.mebibytes()));
    }
    Map<String, Integer> lines = new HashMap<>();
    TreeBuilder builder = new TreeBuilder(lines, rules);
    try {
      LoadSettings settings = LoadSettings.builder().setCodePointLimit(rules.length() + 1).build();
      for (Event event : new Parse(settings).parseString(text)) {
        builder.accept(event);
      }
    } catch (UnreadableException e) {
      return failed(e.line(), e.text());
    } catch (MarkedYamlEngineException e) {
      return failed(line(e.getProblemMark()), notYaml(e.getProblem()));
    } catch (YamlEngineException e) {
      return failed(0, notYaml(String.valueOf(e.getMessage())));
    }
    return builder
        .root()
        .map(root -> new DocumentText(Optional.of(root), lines, List.of()))
        .orElseGet(() -> failed(0, "the document is empty (expected: %s)".formatted(rules.what())));
  }

  /** The findings in the order of the document, each with its line in front; the first fifty. */
  public List<Finding> located(List<Finding> found) {
    return found.stream()
        .sorted(
            Comparator.<Finding>comparingInt(finding -> line(finding.path()))
                .thenComparing(Finding::path))
        .map(this::located)
        .limit(MAX_FINDINGS)
        .toList();
  }

  /** The finding with the line in front, as far as it is known. */
  private Finding located(Finding finding) {
    int line = line(finding.path());
    return line == 0 ? finding : new Finding(finding.path(), at(line, finding.message()));
  }

  /** The line of a value, or of the nearest one around it; 0 when nothing is known. */
  int line(String pointer) {
    for (String at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      Integer line = lines.get(at);
      if (line != null) {
        return line;
      }
    }
    return lines.getOrDefault("", 0);
  }

  static int line(Optional<Mark> mark) {
    return mark.map(m -> m.getLine() + 1).orElse(0);
  }

  private static DocumentText failed(int line, String message) {
    Finding finding = new Finding("", line == 0 ? message : at(line, message));
    return new DocumentText(Optional.empty(), Map.of(), List.of(finding));
  }

  private static String at(int line, String message) {
    return "line %d: %s".formatted(line, message);
  }

  private static String notYaml(String problem) {
    return "not YAML or JSON: " + problem.lines().findFirst().orElse("").strip();
  }

  /** Ends the reading; never leaves this package. */
  static final class UnreadableException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final String text;

    UnreadableException(int line, String text) {
      super(text);
      this.line = line;
      this.text = text;
    }

    String text() {
      return text;
    }

    int line() {
      return line;
    }
  }
}
