package dev.muster.domain.playbook;

import dev.cel.common.types.CelKind;
import dev.muster.domain.playbook.Definition.LimitSpec;
import dev.muster.domain.playbook.Definition.SettleSpec;
import dev.muster.domain.playbook.Definition.StageSpec;
import dev.muster.domain.playbook.Definition.StepSpec;
import dev.muster.domain.playbook.Definition.TargetSpec;
import dev.muster.domain.playbook.Environment.Checked;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Checks every expression of a definition: it compiles, its names exist, its type fits. */
final class ExpressionCheck {

  /** What may stand in the middle of a text. */
  private static final Set<CelKind> PRINTABLE =
      EnumSet.of(CelKind.STRING, CelKind.INT, CelKind.UINT, CelKind.DOUBLE, CelKind.BOOL);

  private final Definition definition;
  private final List<Finding> findings;
  private @Nullable Environment planned;

  private ExpressionCheck(Definition definition, List<Finding> findings) {
    this.definition = definition;
    this.findings = findings;
  }

  static void check(Definition definition, List<Finding> findings) {
    new ExpressionCheck(definition, findings).check();
  }

  private void check() {
    List<String> earlier = new ArrayList<>();
    for (StageSpec stage : definition.stages()) {
      stage
          .opening()
          .when()
          .ifPresent(when ->
              condition(
                  Environment.ofStage(definition.params(), earlier), stage.path() + "/when", when));
      targets(stage.targets());
      limits(stage.limits());
      stage.settle().ifPresent(this::settle);
      steps(stage, earlier);
      earlier.add(stage.name());
    }
  }

  private void targets(TargetSpec targets) {
    field(targets.select());
    field(targets.nodes());
    field(targets.limit());
  }

  private void limits(LimitSpec limits) {
    field(limits.concurrency());
    limits.batches().forEach(batch -> field(Optional.of(batch)));
    field(limits.maxFailures());
    field(limits.minHealthy());
  }

  private void settle(SettleSpec settle) {
    field(settle.delay());
    field(settle.stable());
    field(settle.timeout());
  }

  private void steps(StageSpec stage, List<String> stages) {
    List<String> steps = new ArrayList<>();
    for (StepSpec step : stage.steps()) {
      field(step.timeout());
      field(step.retries());
      field(step.retryDelay());
      if (step.when().isPresent() || !Expressions.isFixed(step.args())) {
        Environment here = Environment.ofStep(definition.params(), stages, steps);
        step.when().ifPresent(when -> condition(here, step.path() + "/when", when));
        texts(new Place(here, SecretsCheck::inArguments), step.path() + "/args", step.args());
      }
      steps.add(step.name());
    }
  }

  private <T> void field(Optional<Field<T>> given) {
    given.ifPresent(field -> {
      if (!field.isFixed()) {
        texts(new Place(planned(), SecretsCheck::elsewhere), field.path(), field.raw());
        return;
      }
      try {
        field.fixed();
      } catch (IllegalArgumentException e) {
        add(field.path(), String.valueOf(e.getMessage()));
      }
    });
  }

  /** Made only when it is needed: compilers cost more than all the rest of the reading. */
  private Environment planned() {
    if (planned == null) {
      planned = Environment.ofPlan(definition.params());
    }
    return planned;
  }

  private void condition(Environment environment, String path, String when) {
    Optional<String> secret = SecretsCheck.elsewhere(JsonNodeFactory.instance.stringNode(when));
    if (secret.isPresent()) {
      add(path, secret.get());
      return;
    }
    switch (environment.check(when)) {
      case Checked.Wrong wrong -> add(path, wrong.message());
      case Checked.Type type -> {
        if (!type.mayBe(CelKind.BOOL)) {
          add(
              path,
              "'%s' gives %s (expected: true or false)"
                  .formatted(Names.shortened(when), ParameterTypes.words(type.type())));
        }
      }
    }
  }

  /**
   * What a text may hold where it stands.
   *
   * @param secrets what is wrong with its references to secrets
   */
  private record Place(Environment environment, Function<Template, Optional<String>> secrets) {}

  /** Every text in a tree. */
  private void texts(Place place, String path, JsonNode json) {
    if (json.isString()) {
      text(place, path, json.stringValue());
    } else if (json.isObject()) {
      json.properties()
          .forEach(field -> texts(place, Pointers.child(path, field.getKey()), field.getValue()));
    } else {
      for (int i = 0; i < json.size(); i++) {
        texts(place, Pointers.child(path, i), json.get(i));
      }
    }
  }

  private void text(Place place, String path, String text) {
    if (!Template.isIn(text)) {
      return;
    }
    try {
      Template template = Template.parse(text);
      place.secrets().apply(template).ifPresent(message -> add(path, message));
      for (Template.Hole hole : template.holes()) {
        switch (place.environment().check(hole.cel())) {
          case Checked.Wrong wrong -> add(path, wrong.message());
          case Checked.Type type -> {
            if (template.single().isEmpty() && PRINTABLE.stream().noneMatch(type::mayBe)) {
              add(
                  path,
                  "${%s} gives %s, which cannot stand in the middle of a text"
                      .formatted(hole.cel(), ParameterTypes.words(type.type())));
            }
          }
        }
      }
    } catch (IllegalArgumentException e) {
      add(path, String.valueOf(e.getMessage()));
    }
  }

  /** The defaults are read with each step; what is wrong with them is said once. */
  private void add(String path, String message) {
    Finding finding = new Finding(path, message);
    if (!findings.contains(finding)) {
      findings.add(finding);
    }
  }
}
