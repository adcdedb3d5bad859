package dev.muster.domain.simulation;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.rollout.Batches;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.ApprovalRule;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.run.StagePlan;
import dev.muster.domain.run.StagePlan.OnFailure;
import dev.muster.domain.run.StageRules;
import dev.muster.domain.run.StepPlan;
import dev.muster.domain.run.Window;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;

/** Builds stages in the playbook's words. */
public final class Plans {

  private final String name;
  private final int targets;
  private StagePlan.Kind kind = StagePlan.Kind.FORWARD;
  private OnFailure onFailure = OnFailure.STOP;
  private Optional<ApprovalRule> approval = Optional.empty();
  private Optional<SettleRule> settle = Optional.empty();
  private List<Integer> batches = List.of();
  private List<Window> windows = List.of();
  private final List<StepPlan> steps = new ArrayList<>();
  private int concurrency = 1;
  private int maxFailures;
  private int minHealthy;
  private boolean exclusive;

  private Plans(String name, int targets) {
    this.name = name;
    this.targets = targets;
  }

  public static Plans stage(String name, int targets) {
    return new Plans(name, targets);
  }

  public Plans step(String step) {
    return step(step, 0, Duration.ZERO);
  }

  public Plans step(String step, int retries, Duration delay) {
    steps.add(
        new StepPlan(
            step,
            new ActionKind("test.success"),
            JsonNodeFactory.instance.objectNode(),
            Optional.empty(),
            Duration.ofMinutes(10),
            retries,
            delay,
            Optional.empty()));
    return this;
  }

  public Plans concurrency(int nodes) {
    concurrency = nodes;
    return this;
  }

  public Plans maxFailures(int nodes) {
    maxFailures = nodes;
    return this;
  }

  public Plans minHealthy(int nodes) {
    minHealthy = nodes;
    return this;
  }

  public Plans batches(String... shares) {
    batches = Batches.sizes(List.of(shares).stream().map(Share::parse).toList(), targets);
    return this;
  }

  public Plans windows(Window... these) {
    windows = List.of(these);
    return this;
  }

  public Plans settle(Duration delay, Duration stable, Duration timeout) {
    settle = Optional.of(new SettleRule(delay, stable, timeout));
    return this;
  }

  public Plans approval(int required, Duration timeout, String... from) {
    approval = Optional.of(new ApprovalRule(required, List.of(from), false, timeout));
    return this;
  }

  public Plans exclusive() {
    exclusive = true;
    return this;
  }

  public Plans onFailure(OnFailure what) {
    onFailure = what;
    return this;
  }

  public Plans rollback() {
    kind = StagePlan.Kind.ROLLBACK;
    return this;
  }

  public StagePlan at(int index) {
    return new StagePlan(
        index,
        name,
        kind,
        approval,
        Optional.empty(),
        new StageRules(
            targets, concurrency, batches, maxFailures, minHealthy, exclusive, settle, windows),
        steps.isEmpty() ? step("restart").steps : steps,
        onFailure);
  }
}
