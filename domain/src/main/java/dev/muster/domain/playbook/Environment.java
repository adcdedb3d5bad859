package dev.muster.domain.playbook;

import com.google.common.collect.ImmutableCollection;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import com.google.errorprone.annotations.Immutable;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The names that an expression can see at one place of a playbook, with their types. */
final class Environment {

  private static final CelType TEXT = SimpleType.STRING;

  private static final Map<String, CelType> NODE =
      Map.of(
          "id", TEXT,
          "address", TEXT,
          "role", TEXT,
          "platform", TEXT,
          "labels", MapType.create(TEXT, TEXT),
          "status", TEXT);

  private static final Map<String, CelType> RUN =
      Map.of("id", TEXT, "playbook", TEXT, "requester", TEXT, "reason", TEXT);

  private static final Map<String, CelType> STAGE =
      Map.of(
          "state", TEXT,
          "total", SimpleType.INT,
          "succeeded", SimpleType.INT,
          "failed", SimpleType.INT,
          "skipped", SimpleType.INT,
          "cancelled", SimpleType.INT);

  private static final CelType STEP =
      struct("muster.Step", Map.of("outputs", MapType.create(TEXT, SimpleType.DYN)));

  private final SortedMap<String, CelType> types;
  private final CelCompiler compiler;

  private Environment(SortedMap<String, CelType> types) {
    this.types = types;
    var builder =
        CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(CelPrograms.OPTIONS)
            .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
            .setTypeProvider(new Provider(types.values()));
    types.forEach(builder::addVar);
    this.compiler = builder.build();
  }

  /** What an expression gives, or why it does not compile. */
  sealed interface Checked {

    /** It compiles. */
    record Type(CelType type) implements Checked {

      boolean mayBe(CelKind kind) {
        return type.kind() == kind || type.kind() == CelKind.DYN;
      }
    }

    /** It does not. */
    record Wrong(String message) implements Checked {}
  }

  /** Where a run is only planned: parameters and cluster. */
  static Environment ofPlan(SortedMap<String, JsonNode> params) {
    return new Environment(planTypes(params));
  }

  /** Where a stage as a whole is judged. */
  static Environment ofStage(SortedMap<String, JsonNode> params, Collection<String> stages) {
    return new Environment(stageTypes(params, stages));
  }

  /** Where a step meets a node. */
  static Environment ofStep(
      SortedMap<String, JsonNode> params, Collection<String> stages, Collection<String> steps) {
    SortedMap<String, CelType> types = stageTypes(params, stages);
    types.put("node", struct("muster.Node", NODE));
    types.put("steps", struct("muster.Steps", each(steps, STEP)));
    return new Environment(types);
  }

  private static SortedMap<String, CelType> planTypes(SortedMap<String, JsonNode> params) {
    Map<String, CelType> fields =
        params.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> ParameterTypes.cel(e.getValue())));
    SortedMap<String, CelType> types = new TreeMap<>();
    types.put("params", struct("muster.Params", fields));
    types.put("cluster", struct("muster.Cluster", Map.of("name", TEXT)));
    return types;
  }

  private static SortedMap<String, CelType> stageTypes(
      SortedMap<String, JsonNode> params, Collection<String> stages) {
    SortedMap<String, CelType> types = planTypes(params);
    types.put("run", struct("muster.Run", RUN));
    types.put("stages", struct("muster.Stages", each(stages, struct("muster.Stage", STAGE))));
    return types;
  }

  Checked check(String cel) {
    CelValidationResult result = compiler.compile(cel);
    if (result.hasError()) {
      CelIssue first = result.getErrors().getFirst();
      return new Checked.Wrong(CelMessages.compilation(cel, first, names()));
    }
    try {
      return new Checked.Type(result.getAst().getResultType());
    } catch (CelValidationException e) {
      throw new IllegalStateException("it had no error a moment ago", e);
    }
  }

  private Map<String, Collection<String>> names() {
    Map<String, Collection<String>> names = new TreeMap<>();
    names.put("", types.keySet());
    types.forEach((name, type) -> {
      if (type instanceof StructType struct) {
        names.put(name, struct.fieldNames().asList());
      }
    });
    return names;
  }

  private static Map<String, CelType> each(Collection<String> names, CelType type) {
    return names.stream().collect(Collectors.toMap(name -> name, name -> type));
  }

  private static StructType struct(String name, Map<String, CelType> fields) {
    ImmutableMap<String, CelType> sorted = ImmutableSortedMap.copyOf(fields);
    return StructType.create(
        name, sorted.keySet(), field -> Optional.ofNullable(sorted.get(field)));
  }

  /** Knows the struct types, which are reached through variables only. */
  @Immutable
  private record Provider(ImmutableMap<String, CelType> byName) implements CelTypeProvider {

    Provider(Collection<CelType> types) {
      this(withNested(types));
    }

    @Override
    public ImmutableCollection<CelType> types() {
      return ImmutableSet.copyOf(byName.values());
    }

    @Override
    public Optional<CelType> findType(String name) {
      return Optional.ofNullable(byName.get(name));
    }

    private static ImmutableMap<String, CelType> withNested(Collection<CelType> types) {
      Map<String, CelType> byName = new TreeMap<>();
      for (CelType type : types) {
        byName.put(type.name(), type);
      }
      for (CelType nested : List.of(STEP, struct("muster.Stage", STAGE))) {
        byName.put(nested.name(), nested);
      }
      return ImmutableMap.copyOf(byName);
    }
  }
}
