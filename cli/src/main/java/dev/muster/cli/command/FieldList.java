package dev.muster.cli.command;

import dev.muster.cli.terminal.Colour;
import dev.muster.cli.terminal.StyledLine;
import dev.muster.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;

/** Names and values under each other; those without a value are left out. */
final class FieldList {
  private record Field(String name, String value, Colour colour) {}

  private final List<Field> fields = new ArrayList<>();

  FieldList add(String name, String value) {
    return add(name, value, Colour.NONE);
  }

  FieldList state(String name, String state) {
    return add(name, state, Colour.ofState(state));
  }

  FieldList add(String name, String value, Colour colour) {
    if (!value.isEmpty()) {
      fields.add(new Field(name, value, colour));
    }
    return this;
  }

  /** Values are never cut: whoever shows one thing wants to read it. */
  List<String> lines(Terminal terminal) {
    int width = fields.stream().mapToInt(field -> field.name().length()).max().orElse(0);
    return fields.stream()
        .map(field ->
            new StyledLine()
                .add(field.name(), Colour.DIM)
                .to(width + 2)
                .add(field.value(), field.colour())
                .render(terminal.style(), Terminal.UNLIMITED))
        .toList();
  }
}
