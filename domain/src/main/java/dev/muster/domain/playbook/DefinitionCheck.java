package dev.muster.domain.playbook;

import dev.muster.domain.action.Executor;
import dev.muster.domain.core.CoreKind;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Role;
import dev.muster.domain.playbook.Definition.SettleSpec;
import dev.muster.domain.playbook.Definition.StageSpec;
import dev.muster.domain.playbook.Definition.StepSpec;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.StagePlan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What must hold between the parts of a definition: names are unique, references lead somewhere.
 */
final class DefinitionCheck {

  private final Definition definition;
  private final List<Finding> findings;

  private DefinitionCheck(Definition definition, List<Finding> findings) {
    this.definition = definition;
    this.findings = findings;
  }

  static void check(Definition definition, List<Finding> findings) {
    new DefinitionCheck(definition, findings).check();
  }

  private void check() {
    sensitive();
    definition
        .params()
        .forEach((name, schema) ->
            SecretsCheck.elsewhere(schema)
                .ifPresent(message -> add(Pointers.child("/params", name), message)));
    List<String> earlier = new ArrayList<>();
    for (StageSpec stage : definition.stages()) {
      uniqueName("stage", stage.path(), stage.name(), earlier);
      exceptions(stage, earlier);
      rollback(stage);
      stage.opening().approval().ifPresent(approval -> roles(stage, approval));
      stage.settle().ifPresent(this::settle);
      Set<String> steps = new HashSet<>();
      for (StepSpec step : stage.steps()) {
        uniqueName("step", step.path(), step.name(), steps);
        steps.add(step.name());
        core(step);
      }
      earlier.add(stage.name());
    }
  }

  /** The document is for everybody to read, so what is sensitive must not stand in it. */
  private void sensitive() {
    for (String name : definition.sensitive()) {
      JsonNode schema =
          definition.params().getOrDefault(name, JsonNodeFactory.instance.objectNode());
      if (schema.has("default")) {
        add(
            Pointers.child("/params", name) + "/default",
            "'%s' is sensitive, and everybody may read the playbook (expected: no default)"
                .formatted(name));
      }
    }
    for (StageSpec stage : definition.stages()) {
      stage.steps().forEach(step -> sensitive(step.path() + "/args", step.args()));
    }
  }

  private void sensitive(String path, JsonNode args) {
    args.properties()
        .forEach(field -> {
          String where = Pointers.child(path, field.getKey());
          if (!definition.sensitive().contains(field.getKey())) {
            sensitive(where, field.getValue());
          } else if (Expressions.isFixed(field.getValue())) {
            add(
                where,
                "'%s' is sensitive, and everybody may read the playbook (expected: an expression such as ${params.%s})"
                    .formatted(field.getKey(), field.getKey()));
          }
        });
    for (int i = 0; args.isArray() && i < args.size(); i++) {
      sensitive(Pointers.child(path, i), args.path(i));
    }
  }

  private void uniqueName(String what, String path, String name, Collection<String> earlier) {
    if (earlier.contains(name)) {
      add(
          path + "/name",
          "'%s' is the name of an earlier %s (expected: another name)".formatted(name, what));
    }
  }

  private void exceptions(StageSpec stage, List<String> earlier) {
    for (String except : stage.targets().except()) {
      if (!earlier.contains(except)) {
        String hint =
            Names.hint("stages." + except, earlier.stream().map("stages."::concat).toList());
        add(
            stage.targets().path() + "/except",
            "'stages.%s' is no earlier stage%s".formatted(except, hint));
      }
    }
  }

  private void rollback(StageSpec stage) {
    boolean none = definition.stages().stream().noneMatch(s -> s.kind() == StagePlan.Kind.ROLLBACK);
    if (stage.opening().onFailure() == StagePlan.OnFailure.ROLLBACK && none) {
      add(
          stage.path() + "/onFailure",
          "'rollback', but the playbook has no rollback stages (expected: a list 'rollback' beside"
              + " 'stages')");
    }
  }

  /** A role that there is not would never agree. */
  private void roles(StageSpec stage, ApprovalRule approval) {
    approval.from().stream()
        .filter(entry -> entry.startsWith(Identity.ROLE))
        .map(entry -> entry.substring(Identity.ROLE.length()))
        .filter(word -> Role.named(word).isEmpty())
        .forEach(word ->
            add(
                stage.path() + "/approval/from",
                "'%s%s' is no role (expected: one of %s)"
                    .formatted(
                        Identity.ROLE,
                        word,
                        String.join(", ", Stream.of(Role.values()).map(Role::word).toList()))));
  }

  /**
   * What Muster itself executes, it knows; arguments with expressions are looked at with a plan.
   */
  private void core(StepSpec step) {
    if (step.runs() == Executor.AGENT) {
      return;
    }
    Optional<CoreKind> kind = CoreKind.of(step.kind());
    if (kind.isEmpty()) {
      add(
          step.path() + "/action",
          "'%s' is no action that Muster itself executes (expected: one of %s; or no 'runs: core')"
              .formatted(step.kind(), CoreKind.words()));
      return;
    }
    if (Expressions.isFixed(step.args())) {
      kind.get().problem(step.args()).ifPresent(problem -> add(step.path() + "/args", problem));
    }
  }

  private void settle(SettleSpec settle) {
    boolean fixed =
        Stream.of(settle.delay(), settle.stable(), settle.timeout())
            .flatMap(Optional::stream)
            .allMatch(Field::isFixed);
    if (fixed) {
      try {
        settle.rule(Field::fixed);
      } catch (IllegalArgumentException e) {
        add(settle.path(), String.valueOf(e.getMessage()));
      }
    }
  }

  private void add(String path, String message) {
    findings.add(new Finding(path, message));
  }
}
