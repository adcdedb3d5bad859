package dev.muster.domain.playbook;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelOptions;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelVariableResolver;
import dev.muster.domain.secret.SecretName;
import dev.muster.domain.secret.SecretReferences;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Compiled expressions, kept by their text. */
final class CelPrograms {

  /** Of the check when a playbook is read, and of its execution alike. */
  static final CelOptions OPTIONS =
      CelOptions.current()
          .maxExpressionCodePointSize(8_000)
          .maxParseRecursionDepth(100)
          .comprehensionMaxIterations(10_000)
          .enableQuotedIdentifierSyntax(true)
          .enableHeterogeneousNumericComparisons(true)
          .build();

  /** Every name that an expression can begin with. */
  static final Set<String> NAMES =
      ImmutableSet.of("params", "node", "run", "cluster", "steps", "stages");

  private static final int MAX_KEPT = 4_096;

  private static final Cache<String, Program> CONDITIONS =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).build();
  private static final Cache<String, CompiledTemplate> TEMPLATES =
      Caffeine.newBuilder().maximumSize(MAX_KEPT).build();

  private static final CelRuntime RUNTIME =
      CelRuntimeFactory.plannerRuntimeBuilder().setOptions(OPTIONS).build();
  private static final CelCompiler COMPILER = compiler(NAMES);

  private CelPrograms() {}

  /** An expression has no value here. Never leaves this package. */
  static final class NoValueException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String text;

    NoValueException(String text) {
      super(text, null, false, false);
      this.text = text;
    }

    @Override
    public String getMessage() {
      return text;
    }
  }

  /** One expression. */
  record Program(String cel, Set<String> roots, CelRuntime.Program compiled) {

    Object value(CelVariableResolver activation) {
      try {
        return compiled.eval(activation);
      } catch (CelEvaluationException e) {
        throw new NoValueException(CelMessages.evaluation(cel, e));
      }
    }
  }

  /** A text with expressions in it. */
  record CompiledTemplate(Template template, Map<String, Program> programs) {

    Set<String> roots() {
      return programs.values().stream()
          .flatMap(program -> program.roots().stream())
          .collect(Collectors.toSet());
    }

    JsonNode value(Activation activation) {
      if (template.parts().size() == 1
          && template.parts().getFirst() instanceof Template.Hole hole) {
        JsonNode value = CelValues.toJson(evaluated(hole, activation));
        if (!SecretReferences.in(value).isEmpty()) {
          throw forged();
        }
        return value;
      }
      StringBuilder text = new StringBuilder();
      for (Template.Part part : template.parts()) {
        text.append(
            switch (part) {
              case Template.Literal literal -> literal.text();
              case Template.Hole hole -> CelValues.toText(hole.cel(), evaluated(hole, activation));
              case Template.Reference(SecretName secret) -> secret.reference();
            });
      }
      if (SecretReferences.count(text.toString()) != template.secrets().size()) {
        throw forged();
      }
      return JsonNodeFactory.instance.stringNode(text.toString());
    }

    /** Whoever starts a run must not choose which secrets it uses. */
    private NoValueException forged() {
      return new NoValueException(
          "'%s' becomes a reference to a secret by a value that it holds (expected: references that the playbook writes)"
              .formatted(Names.shortened(template.text())));
    }

    private Object evaluated(Template.Hole hole, Activation activation) {
      Program program = programs.get(hole.cel());
      if (program == null) {
        throw new IllegalStateException("not compiled: " + hole.cel());
      }
      return program.value(activation);
    }
  }

  static Program condition(String cel) {
    return CONDITIONS.get(cel, CelPrograms::compile);
  }

  static CompiledTemplate template(String text) {
    return TEMPLATES.get(text, CelPrograms::compileTemplate);
  }

  private static CompiledTemplate compileTemplate(String text) {
    try {
      Template template = Template.parse(text);
      List<Template.Hole> holes = template.holes();
      Map<String, Program> programs =
          holes.stream()
              .map(Template.Hole::cel)
              .distinct()
              .collect(Collectors.toUnmodifiableMap(cel -> cel, CelPrograms::condition));
      return new CompiledTemplate(template, programs);
    } catch (IllegalArgumentException e) {
      throw new NoValueException(String.valueOf(e.getMessage()));
    }
  }

  private static Program compile(String cel) {
    return compile(cel, COMPILER, NAMES);
  }

  static Program compile(String cel, CelCompiler compiler, Set<String> names) {
    try {
      CelAbstractSyntaxTree ast = compiler.compile(cel).getAst();
      Set<String> roots =
          ast.getReferenceMap().values().stream()
              .map(reference -> reference.name())
              .filter(names::contains)
              .collect(Collectors.toUnmodifiableSet());
      return new Program(cel, roots, RUNTIME.createProgram(ast));
    } catch (CelValidationException e) {
      throw new NoValueException(
          CelMessages.compilation(cel, e.getErrors().getFirst(), Map.of("", names)));
    } catch (CelEvaluationException e) {
      throw new NoValueException(CelMessages.evaluation(cel, e));
    }
  }

  /** Types were checked when the playbook was read; names suffice here. */
  static CelCompiler compiler(Set<String> names) {
    var builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS);
    names.forEach(name -> builder.addVar(name, SimpleType.DYN));
    return builder.build();
  }
}
