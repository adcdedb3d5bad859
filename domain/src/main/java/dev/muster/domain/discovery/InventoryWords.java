package dev.muster.domain.discovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The words of a line as a shell has them: quotes, backslashes, and comments from {@code #} on. */
final class InventoryWords {

  private static final char NONE = 0;

  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private boolean inWord;
  private char quote = NONE;

  private InventoryWords() {}

  /** Empty if a quote is not closed, or a backslash is the last character. */
  static Optional<List<String>> of(String line) {
    InventoryWords reader = new InventoryWords();
    boolean escaped = false;
    for (int at = 0; at < line.length(); at++) {
      char character = line.charAt(at);
      if (escaped) {
        reader.escaped(character);
        escaped = false;
      } else if (character == '\\' && reader.quote != '\'') {
        escaped = true;
      } else if (character == '#' && reader.quote == NONE) {
        break;
      } else {
        reader.plain(character);
      }
    }
    reader.end();
    return escaped || reader.quote != NONE ? Optional.empty() : Optional.of(reader.words);
  }

  /** Within double quotes a backslash stands for itself, but before a quote or another one. */
  private void escaped(char character) {
    if (quote == '"' && character != '"' && character != '\\') {
      word.append('\\');
    }
    word.append(character);
    inWord = true;
  }

  private void plain(char character) {
    if (quote != NONE) {
      if (character == quote) {
        quote = NONE;
      } else {
        word.append(character);
      }
    } else if (character == '\'' || character == '"') {
      quote = character;
      inWord = true;
    } else if (Character.isWhitespace(character)) {
      end();
    } else {
      word.append(character);
      inWord = true;
    }
  }

  private void end() {
    if (inWord) {
      words.add(word.toString());
    }
    word.setLength(0);
    inWord = false;
  }
}
