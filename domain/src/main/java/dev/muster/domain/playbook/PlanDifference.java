package dev.muster.domain.playbook;

import com.google.errorprone.annotations.FormatMethod;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StepPlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Says in sentences how one plan differs from another. */
final class PlanDifference {

  private static final int MAX_NODES_NAMED = 10;

  private final List<String> sentences = new ArrayList<>();

  private PlanDifference() {}

  static List<String> between(RunPlan older, RunPlan newer) {
    if (older.hash().equals(newer.hash())) {
      return List.of();
    }
    PlanDifference difference = new PlanDifference();
    difference.fields("parameter", older.params(), newer.params());
    difference.stages(byName(older), byName(newer));
    if (difference.sentences.isEmpty()) {
      // Hashes cover the whole text; a description may change without changing what is done.
      difference.sentences.add("the playbook's text or the cluster is another one");
    }
    return List.copyOf(difference.sentences);
  }

  private void stages(Map<String, PlannedStage> older, Map<String, PlannedStage> newer) {
    older.keySet().stream()
        .filter(name -> !newer.containsKey(name))
        .forEach(name -> say("stage '%s' is gone", name));
    newer.forEach((name, stage) -> {
      PlannedStage before = older.get(name);
      if (before == null) {
        say("stage '%s' is new", name);
      } else {
        nodes(name, before, stage);
        plan(name, before.plan(), stage.plan());
      }
    });
    List<String> common = older.keySet().stream().filter(newer::containsKey).toList();
    if (!common.equals(newer.keySet().stream().filter(older::containsKey).toList())) {
      say("the order of the stages is another one");
    }
  }

  private void nodes(String stage, PlannedStage older, PlannedStage newer) {
    List<NodeId> before = older.nodes().stream().map(PlannedNode::node).toList();
    List<NodeId> after = newer.nodes().stream().map(PlannedNode::node).toList();
    named(stage, "no longer has", without(before, after));
    named(stage, "now also has", without(after, before));
    if (!before.equals(after) && new TreeSet<>(before).equals(new TreeSet<>(after))) {
      say("stage '%s' takes its nodes in another order", stage);
    }
  }

  private void named(String stage, String verb, List<NodeId> nodes) {
    if (!nodes.isEmpty()) {
      String names =
          nodes.stream()
              .limit(MAX_NODES_NAMED)
              .map(NodeId::value)
              .collect(Collectors.joining(", "));
      int more = nodes.size() - MAX_NODES_NAMED;
      say(
          "stage '%s' %s %s",
          stage, verb, more > 0 ? "%s and %d more nodes".formatted(names, more) : names);
    }
  }

  private void plan(String name, StagePlan older, StagePlan newer) {
    fields("stage '%s': ".formatted(name), json(older.rules()), json(newer.rules()));
    attribute(name, "when", older.when().orElse("(none)"), newer.when().orElse("(none)"));
    attribute(name, "onFailure", older.onFailure(), newer.onFailure());
    attribute(name, "approval", json(older.approval()), json(newer.approval()));
    Map<String, StepPlan> before = steps(older);
    Map<String, StepPlan> after = steps(newer);
    before.keySet().stream()
        .filter(step -> !after.containsKey(step))
        .forEach(step -> say("stage '%s': step '%s' is gone", name, step));
    after.forEach((step, plan) -> {
      if (!before.containsKey(step)) {
        say("stage '%s': step '%s' is new", name, step);
      } else {
        fields("stage '%s', step '%s': ".formatted(name, step), json(before.get(step)), json(plan));
      }
    });
  }

  private void attribute(String stage, String what, Object older, Object newer) {
    if (!older.equals(newer)) {
      say("stage '%s': %s was %s and is now %s", stage, what, older, newer);
    }
  }

  private void fields(String what, JsonNode older, JsonNode newer) {
    TreeSet<String> names = new TreeSet<>();
    names.addAll(older.propertyNames());
    names.addAll(newer.propertyNames());
    String prefix = what.endsWith(" ") ? what : what + " ";
    for (String name : names) {
      JsonNode before = older.path(name);
      JsonNode after = newer.path(name);
      if (!CanonicalJson.write(before).equals(CanonicalJson.write(after))) {
        say("%s'%s' was %s and is now %s", prefix, name, shown(before), shown(after));
      }
    }
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "(none)" : Names.shown(value);
  }

  private static <T> List<T> without(List<T> all, List<T> others) {
    TreeSet<T> left = new TreeSet<>(all);
    left.removeAll(new TreeSet<>(others));
    return all.stream().filter(left::contains).toList();
  }

  private static Map<String, PlannedStage> byName(RunPlan plan) {
    Map<String, PlannedStage> byName = new LinkedHashMap<>();
    plan.stages().forEach(stage -> byName.put(stage.plan().name(), stage));
    return byName;
  }

  private static Map<String, StepPlan> steps(StagePlan stage) {
    Map<String, StepPlan> byName = new LinkedHashMap<>();
    stage.steps().forEach(step -> byName.put(step.name(), step));
    return byName;
  }

  private static JsonNode json(Object value) {
    return WireFormat.JSON.valueToTree(value);
  }

  @FormatMethod
  private void say(String format, Object... words) {
    sentences.add(format.formatted(words));
  }
}
