package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.clusteraction.ClusterActionView.EndedChild;
import dev.muster.domain.clusteraction.PlanPhase.Weight;
import dev.muster.domain.member.Deed;
import dev.muster.domain.shown.Shortened;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** What came of the work of a plan so far. */
final class PlanResults {

  private static final int LONGEST = 240;

  private final ActionId action;
  private final Map<ActionId, EndedChild> ended;
  private final Map<ActionId, JsonNode> outputs;
  private final List<Result> results = new ArrayList<>();

  /** The first thing that went wrong with each member. */
  private final Map<NodeId, String> failed = new LinkedHashMap<>();

  /**
   * What came of a piece of work.
   *
   * @param failure why it did not go well
   */
  record Result(PlanWork work, EndedChild child, JsonNode output, Optional<String> failure) {

    /** What the provider calls the member. */
    Optional<JsonNode> physical() {
      JsonNode physical = output.path("physical");
      return physical.isObject() ? Optional.of(physical) : Optional.empty();
    }

    /** Where its agent listens; nonsense was told as a failure. */
    Optional<String> address() {
      JsonNode address = output.path("address");
      return address.isString() && addressProblem(output).isEmpty()
          ? Optional.of(new AgentAddress(address.stringValue()).value())
          : Optional.empty();
    }

    boolean touched() {
      return child.touched();
    }
  }

  PlanResults(
      ActionId action,
      PlanCourse course,
      List<EndedChild> children,
      Map<ActionId, JsonNode> outputs) {
    this.action = action;
    this.outputs = outputs;
    this.ended = new HashMap<>();
    children.forEach(child -> ended.put(child.id(), child));
    for (int phase = 0; phase < course.derived(); phase++) {
      for (Result result : of(course, phase)) {
        results.add(result);
        if (counts(result, course.phases().get(phase).weight())) {
          result.failure().ifPresent(why -> failed.putIfAbsent(result.work().member(), why));
        }
      }
    }
  }

  private static boolean counts(Result result, Weight weight) {
    return switch (weight) {
      case COUNTS -> true;
      case COUNTS_IF_NOT_DONE -> wasStopped(result.child());
      case ADVICE -> false;
    };
  }

  /** The id of the action that does a piece of work. */
  static ActionId id(ActionId action, int phase, int work) {
    return ActionId.derived(action, "phase", phase, work);
  }

  /** Of one phase; what was left out has none. */
  List<Result> of(PlanCourse course, int phase) {
    List<PlanWork> works = course.phases().get(phase).works();
    List<Result> found = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      Optional<EndedChild> child = Optional.ofNullable(ended.get(id(action, phase, i)));
      if (child.isPresent()) {
        found.add(result(works.get(i), child.get()));
      }
    }
    return found;
  }

  private Result result(PlanWork work, EndedChild child) {
    JsonNode output = Optional.ofNullable(outputs.get(child.id())).orElseGet(Outcomes::nothing);
    return new Result(work, child, output, failure(work, child, output));
  }

  private static Optional<String> failure(PlanWork work, EndedChild child, JsonNode output) {
    if (child.state() != ActionState.DONE) {
      return Optional.of(
          Shortened.to(LONGEST, child.why().orElse("the action is " + child.state())));
    }
    if (work.deed().isEmpty() || work.deed().get() == Deed.DELETE) {
      return Optional.empty();
    }
    if (output.path("status").asString("ACTIVE").equals("ERROR")) {
      return Optional.of(
          Shortened.to(
              LONGEST,
              output.path("reason").asString("its provider says ERROR, and gives no reason")));
    }
    return addressProblem(output);
  }

  private static Optional<String> addressProblem(JsonNode output) {
    if (!output.path("address").isString()) {
      return Optional.empty();
    }
    try {
      new AgentAddress(output.path("address").stringValue());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of("its provider gave a wrong address: " + e.getMessage());
    }
  }

  /** What looks at a member found: whether it is well. Of a look that was not made nothing is. */
  List<Boolean> looks(PlanCourse course, NodeId member) {
    List<Boolean> found = new ArrayList<>();
    for (int phase = 0; phase < course.derived(); phase++) {
      if (course.phases().get(phase).weight() == Weight.ADVICE) {
        of(course, phase).stream()
            .filter(result -> result.work().member().equals(member))
            .filter(result -> !wasStopped(result.child()))
            .forEach(result -> found.add(result.failure().isEmpty()));
      }
    }
    return found;
  }

  private static boolean wasStopped(EndedChild child) {
    return child.state() == ActionState.CANCELLED || child.state() == ActionState.LOST;
  }

  List<Result> all() {
    return results;
  }

  Map<NodeId, String> failed() {
    return failed;
  }

  /** Whether something was stopped, or is not known to have ended. */
  boolean isBroken() {
    return results.stream().map(Result::child).anyMatch(PlanResults::wasStopped);
  }

  List<String> sentences() {
    return failed.entrySet().stream()
        .map(one -> "member %s: %s".formatted(one.getKey(), one.getValue()))
        .toList();
  }

  /** Which members something was, or may have been, done to. */
  String touched() {
    List<NodeId> touched =
        results.stream()
            .filter(Result::touched)
            .map(result -> result.work().member())
            .distinct()
            .toList();
    return touched.isEmpty()
        ? "no member was touched"
        : "it touched %d %s: %s"
            .formatted(
                touched.size(),
                touched.size() == 1 ? "member" : "members",
                touched.stream()
                    .limit(Outcomes.NAMED)
                    .map(NodeId::value)
                    .collect(Collectors.joining(", ")));
  }
}
