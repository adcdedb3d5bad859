package dev.muster.domain.simulation;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.run.CurrentDetails;
import dev.muster.domain.run.NodeState;
import dev.muster.domain.run.Progress;
import dev.muster.domain.schedule.Decision;
import dev.muster.domain.schedule.Verdict;
import dev.muster.domain.schedule.WaitReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A rollout told as text: at each moment at which something is new, what ended, what started, where
 * each run is, and what waits and why.
 */
final class Story {

  private static final Instant START = Instant.parse("2026-03-02T08:00:00Z");
  private static final Duration TICK = Duration.ofSeconds(5);
  private static final int MAX_TICKS = 20_000;

  private final StringBuilder text = new StringBuilder();
  private final Map<Integer, List<Consumer<FakeCluster>>> events = new TreeMap<>();
  private final Map<String, Fate.Ending> fates = new LinkedHashMap<>();
  private final FakeCluster cluster;
  private final Map<String, String> lastStates = new LinkedHashMap<>();
  private String lastScene = "";

  Story(String about, int nodes) {
    text.append("# ").append(about).append("\n");
    cluster = new FakeCluster(nodes, this::fate, START);
  }

  FakeCluster cluster() {
    return cluster;
  }

  /** What becomes of the action with this label; any other is DONE after 10 s. */
  Story fate(String label, Fate.Ending ending) {
    fates.put(label, ending);
    return this;
  }

  /** Something that happens {@code seconds} after the beginning. */
  Story at(int seconds, String what, Consumer<FakeCluster> event) {
    events
        .computeIfAbsent(seconds, second -> new ArrayList<>())
        .add(world -> {
          text.append("\n%s  ! %s\n".formatted(clock(), what));
          event.accept(world);
        });
    return this;
  }

  Story status(int seconds, String node, NodeStatus status) {
    return at(
        seconds,
        node + " is " + status,
        world -> world.node(new NodeId(node)).see(status, world.now));
  }

  /** Lets everything happen and returns the whole story. */
  String tell() {
    for (int tick = 0; tick < MAX_TICKS; tick++) {
      int second = (int) Duration.between(START, cluster.now).toSeconds();
      events.getOrDefault(second, List.of()).forEach(event -> event.accept(cluster));
      keepWatching();
      cluster.executeOnAgents();
      cluster.progress();
      Invariants invariants = new Invariants(cluster);
      Decision decision = cluster.schedule();
      invariants.holdAfter(decision);
      scene(decision);
      boolean more = events.keySet().stream().anyMatch(at -> at > second);
      if (cluster.isQuiet() && !more) {
        return text.toString();
      }
      cluster.now = cluster.now.plus(TICK);
    }
    throw new AssertionError("the story never ends:\n" + text);
  }

  private void keepWatching() {
    cluster.nodes.values().forEach(node -> node.see(node.status(), cluster.now));
  }

  private Fate.Ending fate(FakeAction action) {
    return Optional.ofNullable(fates.get(action.label))
        .orElse(Fate.Ending.done(Duration.ofSeconds(10)));
  }

  private void scene(Decision decision) {
    StringBuilder scene = new StringBuilder();
    news(scene);
    for (FakeRun run : cluster.runs) {
      scene.append("  ").append(run.label).append(": ");
      scene.append(Progress.summary(run.view(), settling(run))).append('\n');
      scene.append("    ").append(run.state.word()).append(": ").append(run.why).append('\n');
    }
    waiting(decision).forEach(line -> scene.append("  waits ").append(line).append('\n'));
    if (!scene.toString().equals(lastScene)) {
      text.append("\n").append(clock()).append('\n').append(scene);
      lastScene = scene.toString();
    }
  }

  /** Actions and nodes whose state is another than in the scene before. */
  private void news(StringBuilder scene) {
    for (FakeAction action : cluster.actions) {
      if (!action.waits()) {
        note(scene, action.label, action.state.name());
      }
    }
    for (FakeRun run : cluster.runs) {
      for (FakeRun.Stage stage : run.stages) {
        stage.members.forEach((node, member) -> {
          if (member.state.isFinal() && member.state != NodeState.SUCCEEDED) {
            note(
                scene,
                "%s %s %s".formatted(run.label, stage.plan.name(), node),
                "%s: %s".formatted(member.state, member.why));
          }
        });
        if (stage.state.isFinal()) {
          note(
              scene,
              "%s %s".formatted(run.label, stage.plan.name()),
              stage.state.word() + ": " + stage.why);
        }
      }
    }
  }

  private void note(StringBuilder scene, String what, String state) {
    if (!state.equals(lastStates.put(what, state)) && !state.equals("RUNNING")) {
      scene.append("  * %s %s\n".formatted(what, state));
    }
  }

  private List<String> waiting(Decision decision) {
    Map<String, List<String>> byReason = new LinkedHashMap<>();
    for (Verdict verdict : decision.verdicts()) {
      if (verdict instanceof Verdict.Wait(var id, WaitReason reason)) {
        FakeAction action = cluster.action(id);
        String reasoned = mask("%s: %s".formatted(reason.code(), reason.text()));
        CurrentDetails.Waiting line =
            new CurrentDetails.Waiting(
                action.stage.isEmpty()
                    ? action.label
                    : action.node.map(NodeId::value).orElse(action.label),
                reason.code().name(),
                reasoned);
        byReason.computeIfAbsent(line.text(), any -> new ArrayList<>()).add(line.what());
      }
    }
    return byReason.entrySet().stream()
        .map(entry -> String.join(", ", entry.getValue()) + " · " + entry.getKey())
        .toList();
  }

  /** Ids mean nothing to a reader: the label stands for them. */
  private String mask(String reason) {
    String masked = reason;
    for (FakeAction action : cluster.actions) {
      masked = masked.replace(action.id.toString().substring(0, 8), "'" + action.label + "'");
    }
    return masked;
  }

  private static int settling(FakeRun run) {
    return (int)
        run.stages.stream()
            .filter(FakeRun.Stage::isOpen)
            .flatMap(stage -> stage.members.values().stream())
            .filter(member -> member.settling)
            .count();
  }

  private String clock() {
    return cluster.now.toString().substring(0, 19).replace('T', ' ');
  }
}
