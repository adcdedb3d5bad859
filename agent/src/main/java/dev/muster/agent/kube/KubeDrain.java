package dev.muster.agent.kube;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.kube.KubeNode.Patience;
import dev.muster.domain.shown.DurationText;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Has the pods of a node evicted, and waits until they are gone; which these are is written down at
 * its beginning. As {@code kubectl drain --ignore-daemonsets --delete-emptydir-data} does it: a
 * budget that forbids an eviction is asked again until the time is over.
 */
public final class KubeDrain {

  private static final String NOTE = "drain";
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration RETRY = Duration.ofSeconds(3);
  private static final int MOST_NAMED = 5;

  private final KubeApi api;
  private final String node;
  private final Notes notes;
  private final Plan plan;
  private final Map<String, String> held = new TreeMap<>();

  KubeDrain(KubeApi api, String node, Notes notes, Plan plan) {
    this.api = api;
    this.node = node;
    this.notes = notes;
    this.plan = plan;
  }

  /** What becomes of pods that nobody would make again elsewhere. */
  public enum Bare {
    /** They are evicted as others are. */
    EVICTED,
    /** The node is not drained if there are any. */
    SPARED
  }

  /**
   * How it is done.
   *
   * @param grace between asking a pod's processes to end and killing them; empty for each pod's own
   */
  public record Plan(Duration timeout, Optional<Duration> grace, Bare bare) {}

  /** What it is about, as it was found in the beginning. */
  private record Begun(Instant since, Set<String> uids) {

    static Begun parse(String text) {
      List<String> lines = text.lines().toList();
      return new Begun(
          Instant.parse(lines.getFirst()), new LinkedHashSet<>(lines.subList(1, lines.size())));
    }

    String print() {
      return since + "\n" + String.join("\n", uids);
    }
  }

  /**
   * Does it, or goes on with it.
   *
   * @param told in a sentence how far it is
   * @return how many pods are gone
   */
  public int run(Control control, Consumer<String> told)
      throws KubeStop, IOException, InterruptedException {
    Begun begun = begin(control);
    long tryAt = System.nanoTime();
    while (true) {
      List<KubePod> left = left(begun, control);
      if (left.isEmpty()) {
        return begun.uids().size();
      }
      if (System.nanoTime() - tryAt >= 0) {
        evict(left);
        tryAt = System.nanoTime() + RETRY.toNanos();
      }
      told.accept(progress(left, begun));
      if (timeLeft(begun).isZero()) {
        throw new KubeStop(
            Wake.GO_ON,
            "%s was not drained within %s: %s"
                .formatted(node, DurationText.print(plan.timeout()), progress(left, begun)));
      }
      Wake wake = control.pause(TICK);
      if (wake != Wake.GO_ON) {
        throw new KubeStop(
            wake, "%s was not drained in time: %s".formatted(node, progress(left, begun)));
      }
    }
  }

  private Begun begin(Control control) throws KubeStop, IOException, InterruptedException {
    Optional<String> noted = notes.read(NOTE);
    if (noted.isPresent()) {
      return Begun.parse(noted.get());
    }
    List<KubePod> pods =
        pods(new Patience(control, plan.timeout())).stream().filter(pod -> !pod.stays()).toList();
    List<String> bare = pods.stream().filter(KubePod::isBare).map(KubePod::shown).sorted().toList();
    if (plan.bare() == Bare.SPARED && !bare.isEmpty()) {
      throw new KubeStop(
          Wake.GO_ON,
          "%s has pods that nobody would make again elsewhere: %s (force evicts them all the same)"
              .formatted(node, String.join(", ", bare)));
    }
    Begun begun =
        new Begun(
            Instant.now(),
            pods.stream().map(KubePod::uid).collect(Collectors.toCollection(LinkedHashSet::new)));
    notes.write(NOTE, begun.print());
    return begun;
  }

  private List<KubePod> left(Begun begun, Control control) throws KubeStop, InterruptedException {
    return pods(new Patience(control, timeLeft(begun))).stream()
        .filter(pod -> begun.uids().contains(pod.uid()))
        .toList();
  }

  private List<KubePod> pods(Patience patience) throws KubeStop, InterruptedException {
    JsonNode list = patience.ask(() -> api.pods(node));
    return KubePod.all(list);
  }

  private Duration timeLeft(Begun begun) {
    Duration left = plan.timeout().minus(Duration.between(begun.since(), Instant.now()));
    return left.isNegative() ? Duration.ZERO : left;
  }

  private void evict(List<KubePod> left) throws KubeStop, InterruptedException {
    held.clear();
    for (KubePod pod : left) {
      if (pod.state() == KubePod.State.GOING) {
        continue;
      }
      switch (api.evict(pod, plan.grace())) {
        case KubeAnswer.Ok ok -> {
          // it goes
        }
        case KubeAnswer.Unreachable(String why) -> held.put(pod.shown(), why);
        case KubeAnswer.Refused refused -> judge(pod, refused);
      }
    }
  }

  private void judge(KubePod pod, KubeAnswer.Refused refused) throws KubeStop {
    // 404: it is gone. 409: another one of its name is there, which is none of ours.
    if (refused.code() == 404 || refused.code() == 409) {
      return;
    }
    if (refused.isPassing() || refused.has("NamespaceTerminating")) {
      held.put(pod.shown(), refused.detail());
      return;
    }
    throw new KubeStop(
        Wake.GO_ON,
        "the Kubernetes API does not evict %s: %s".formatted(pod.shown(), refused.message()));
  }

  /** Whoever is held is named with what holds it. */
  private String progress(List<KubePod> left, Begun begun) {
    List<String> words = new ArrayList<>();
    if (held.isEmpty()) {
      words.add(
          "waiting for %s to end"
              .formatted(
                  left.stream()
                      .map(KubePod::shown)
                      .sorted()
                      .limit(MOST_NAMED)
                      .collect(Collectors.joining(", "))));
    }
    held.entrySet().stream()
        .limit(MOST_NAMED)
        .forEach(one -> words.add("evicting %s: %s".formatted(one.getKey(), one.getValue())));
    int more = (held.isEmpty() ? left.size() : held.size()) - MOST_NAMED;
    if (more > 0) {
      words.add("and %d more".formatted(more));
    }
    words.add(
        "%d of %d pods gone".formatted(begun.uids().size() - left.size(), begun.uids().size()));
    return String.join("; ", words);
  }
}
