package dev.muster.domain.playbook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cel.compiler.CelCompiler;
import dev.muster.domain.playbook.CelPrograms.NoValueException;
import dev.muster.domain.playbook.CelPrograms.Program;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Expressions over names that are not those of a playbook, such as what policies know of an action.
 * Each is compiled once, and kept by its text.
 */
public final class CelQuestions {

  private static final int MAX_KEPT = 1_024;

  private final Set<String> names;
  private final CelCompiler compiler;
  private final Cache<String, Program> programs =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).build();

  /** Expressions that may use these names, and no others. */
  public CelQuestions(Set<String> names) {
    this.names = Set.copyOf(names);
    this.compiler = CelPrograms.compiler(this.names);
  }

  /** Why this is no expression over the names; empty if it is one. */
  public Optional<String> whyNot(String cel) {
    try {
      program(cel);
      return Optional.empty();
    } catch (NoValueException e) {
      return Optional.of(e.getMessage());
    }
  }

  /**
   * The value of an expression.
   *
   * @param values one for each name; asked for only if the expression uses it
   */
  public Rendered value(String cel, Map<String, Supplier<JsonNode>> values) {
    Map<String, Optional<Object>> known = new HashMap<>();
    try {
      Object value =
          program(cel)
              .value(name -> known.computeIfAbsent(name, its -> converted(values.get(its))));
      return new Rendered.Value(CelValues.toJson(value));
    } catch (NoValueException e) {
      return new Rendered.Failed(e.getMessage());
    }
  }

  private static Optional<Object> converted(@Nullable Supplier<JsonNode> value) {
    return Optional.ofNullable(value).map(its -> CelValues.toCel(its.get()));
  }

  private Program program(String cel) {
    return programs.get(cel, text -> CelPrograms.compile(text, compiler, names));
  }
}
