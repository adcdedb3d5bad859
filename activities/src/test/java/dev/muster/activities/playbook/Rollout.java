package dev.muster.activities.playbook;

import dev.muster.activities.fake.FakeAgent;
import dev.muster.activities.fake.Scene;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.playbook.DocumentReading;
import dev.muster.domain.playbook.Planner;
import dev.muster.domain.playbook.Planning;
import dev.muster.domain.playbook.Playbook;
import dev.muster.domain.playbook.PlaybookReader;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.run.RunId;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.runs.NewRun;
import dev.muster.records.runs.RunCreation;
import dev.muster.records.runs.RunDetail;
import dev.muster.records.runs.RunOrigin;
import dev.muster.workflows.contract.AdvanceRequest;
import dev.muster.workflows.contract.CycleReport;
import dev.muster.workflows.contract.Instruction;
import dev.muster.workflows.contract.RunCommand;
import dev.muster.workflows.contract.RunStanding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;

/** A run of a playbook over a scene, moved by hand: cycles and advances in turn. */
final class Rollout {

  private static final String HEAD =
      """
      apiVersion: muster/v1
      kind: Playbook
      metadata: {name: try, description: for tests}
      """;

  private final Scene scene;
  private final RunId run;
  private final long epoch;

  private Rollout(Scene scene, RunId run) {
    this.scene = scene;
    this.run = run;
    this.epoch = scene.runs().takeEpoch(run);
  }

  /** A run with two stages over all nodes: a canary, and the others two at a time. */
  static Rollout withCanary(Scene scene, String... steps) {
    return of(
        scene,
        """
        stages:
          - name: canary
            targets: {select: "", limit: 1}
            steps: &steps [%s]
          - name: rest
            targets: {select: "", except: stages.canary}
            concurrency: 2
            steps: *steps
        """
            .formatted(String.join(", ", steps)));
  }

  /** A canary, then the others; each asks, and tells what the answer to its question was. */
  static Rollout askThenTell(Scene scene) {
    return withCanary(
        scene,
        "{name: ask, action: test.success, args: {text: \"${node.id}\"}}",
        "{name: tell, action: test.success, args: {text: \"${steps.ask.outputs.answer}\"}}");
  }

  /** Plans and records a run of these stages, without parameters; requested by ada. */
  static Rollout of(Scene scene, String stages) {
    scene.cycle();
    DocumentReading reading = PlaybookReader.read(HEAD + stages);
    if (!(reading instanceof DocumentReading.Valid(Playbook playbook))) {
      throw new AssertionError(reading);
    }
    Planning planning =
        Planner.plan(
            playbook,
            WireFormat.JSON.createObjectNode(),
            scene.records().nodes().planContext(Scene.CLUSTER));
    if (!(planning instanceof Planning.Planned(var plan))) {
      throw new AssertionError(planning);
    }
    RunId id = new RunId(UUID.randomUUID());
    NewRun run =
        new NewRun(
            id,
            Scene.CLUSTER,
            playbook.name(),
            1,
            playbook.definition(),
            plan,
            new RunOrigin("ada", "a test", ""),
            scene.clock().instant());
    NewAuditEntry entry =
        new NewAuditEntry(
            scene.clock().instant(),
            "user:ada",
            "run.start",
            Optional.of(Scene.CLUSTER),
            Optional.of(id),
            Optional.empty(),
            Map.of());
    if (!(scene.records().runs().create(run, entry) instanceof RunCreation.Created)) {
      throw new AssertionError("not created");
    }
    return new Rollout(scene, id);
  }

  /** As other processes take over the cluster and the run. */
  Rollout again() {
    scene.takeOver();
    return new Rollout(scene, run);
  }

  RunId id() {
    return run;
  }

  long epoch() {
    return epoch;
  }

  RunStanding advance(RunCommand... commands) {
    return scene.runs().advance(new AdvanceRequest(run, epoch, List.of(commands)));
  }

  /** The only outcome of one command. */
  String order(RunCommand.Verb verb, String by) {
    return order(verb, by, Optional.empty());
  }

  String order(RunCommand.Verb verb, String by, Optional<String> planHash) {
    RunStanding standing =
        advance(new RunCommand(verb, new Instruction(by, Optional.of("a test"), planHash)));
    return standing.outcomes().getFirst().result() + ": " + standing.outcomes().getFirst().text();
  }

  /** Cycles and advances, with agents that do this to what they hold, until the run is over. */
  RunStanding play(BiConsumer<FakeAgent, ActionId> agents) {
    RunStanding standing = advance();
    for (int i = 0; i < 100 && !standing.state().isFinal(); i++) {
      scene.cycle();
      scene
          .agents()
          .values()
          .forEach(agent -> agent.unfinished().forEach(id -> agents.accept(agent, id)));
      scene.cycle();
      standing = advance();
    }
    return standing;
  }

  CycleReport cycle() {
    return scene.cycle();
  }

  RunDetail detail() {
    return scene.records().runDetails().find(run).orElseThrow();
  }

  /** {@code node state} of a stage's nodes, in order. */
  List<String> nodes(int stage) {
    return detail().stages().get(stage).nodes().stream()
        .map(node -> node.node() + " " + node.state())
        .toList();
  }

  String reason(int stage, String node) {
    return detail().stages().get(stage).nodes().stream()
        .filter(one -> one.node().equals(new NodeId(node)))
        .findFirst()
        .orElseThrow()
        .reason();
  }

  /** The steps of a node, as {@code step attempt state}. */
  List<String> steps(int stage, String node) {
    List<String> steps = new ArrayList<>();
    detail().stages().get(stage).nodes().stream()
        .filter(one -> one.node().equals(new NodeId(node)))
        .forEach(one ->
            one.steps()
                .forEach(step ->
                    steps.add("%s %d %s".formatted(step.step(), step.attempt(), step.state()))));
    return steps;
  }
}
