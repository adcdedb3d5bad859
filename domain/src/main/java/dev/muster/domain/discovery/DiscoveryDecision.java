package dev.muster.domain.discovery;

import dev.muster.domain.cluster.NodeId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Decides what follows from what a source says, and from what the cluster has. */
public final class DiscoveryDecision {

  private static final int MOST_NOTES = 20;
  private static final int KEY_LENGTH = 12;

  private final Source source;
  private final Map<NodeId, KnownNode> known = new LinkedHashMap<>();
  private final Set<NodeId> named = new HashSet<>();
  private final Map<String, NodeId> taken = new HashMap<>();
  private final List<WantedNode> added = new ArrayList<>();
  private final List<WantedNode> changed = new ArrayList<>();
  private final List<WantedNode> back = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private int left;

  /**
   * Whose reading it is.
   *
   * @param confirmed the key of the nodes that somebody said may vanish
   */
  public record Source(DiscoveryName name, DiscoveryRules rules, Optional<String> confirmed) {}

  private DiscoveryDecision(Source source, List<WantedNode> wanted, List<KnownNode> nodes) {
    this.source = source;
    nodes.forEach(node -> known.put(node.id(), node));
    wanted.forEach(node -> named.add(node.id()));
  }

  /**
   * What follows. Asking again after it was written gives nothing to write.
   *
   * @param wanted what the source names
   * @param nodes all nodes of the cluster, vanished ones too
   */
  public static DiscoveryNext of(
      Source source, List<WantedNode> wanted, List<KnownNode> nodes, Instant now) {
    DiscoveryDecision decision = new DiscoveryDecision(source, wanted, nodes);
    List<NodeId> vanishing = decision.vanishing();
    return decision.held(vanishing, wanted).orElseGet(() -> decision.take(wanted, vanishing, now));
  }

  private List<NodeId> vanishing() {
    return known.values().stream()
        .filter(node -> node.isOf(source.name()) && !named.contains(node.id()))
        .map(KnownNode::id)
        .sorted()
        .toList();
  }

  /** A source that names nothing at all is never believed without a person. */
  private Optional<DiscoveryNext> held(List<NodeId> vanishing, List<WantedNode> wanted) {
    long present = known.values().stream().filter(node -> node.isOf(source.name())).count();
    int may = source.rules().mayVanish().truncated((int) present);
    boolean tooMany = wanted.isEmpty() || vanishing.size() > may;
    if (vanishing.isEmpty() || !tooMany) {
      return Optional.empty();
    }
    String key = key(vanishing);
    if (source.confirmed().equals(Optional.of(key))) {
      return Optional.empty();
    }
    String why =
        wanted.isEmpty()
            ? "it names no node any more, and had %d; nothing is changed until somebody confirms that"
                .formatted(present)
            : "%d of its %d nodes would vanish at once (at most %s may); nothing is changed until somebody confirms that"
                .formatted(vanishing.size(), present, source.rules().mayVanish());
    return Optional.of(new DiscoveryNext.Held(vanishing, key, why));
  }

  private DiscoveryNext take(List<WantedNode> wanted, List<NodeId> vanishing, Instant now) {
    Set<NodeId> leaving = new HashSet<>(vanishing);
    for (KnownNode node : known.values()) {
      boolean stays = !node.isVanished() && !leaving.contains(node.id());
      if (stays && !(node.isOf(source.name()) && named.contains(node.id()))) {
        taken.put(node.agent(), node.id());
      }
    }
    keepWhatIsRefused(wanted);
    wanted.forEach(this::judge);
    if (left > MOST_NOTES) {
      notes.add("and %d more".formatted(left - MOST_NOTES));
    }
    return new DiscoveryNext.Take(added, changed, back, vanishing, outlived(now), notes);
  }

  /**
   * A node whose new address is taken stays where it is, so nobody else gets that address; which
   * may take an address from another one of the source.
   */
  private void keepWhatIsRefused(List<WantedNode> wanted) {
    int before = -1;
    while (before < taken.size()) {
      before = taken.size();
      for (WantedNode node : wanted) {
        Optional.ofNullable(known.get(node.id()))
            .filter(there -> there.isOf(source.name()) && !there.isVanished())
            .filter(there -> !there.agent().equals(node.agent().value()))
            .filter(there -> taken.containsKey(node.agent().value()))
            .ifPresent(there -> taken.put(there.agent(), there.id()));
      }
    }
  }

  private void judge(WantedNode node) {
    Optional<KnownNode> before = Optional.ofNullable(known.get(node.id()));
    Optional<KnownNode> there = before.filter(one -> !one.isVanished());
    if (there.filter(one -> !one.isOf(source.name())).isPresent()) {
      note(
          there
              .get()
              .source()
              .map(other ->
                  "%s is of discovery %s and stays as that says".formatted(node.id(), other))
              .orElseGet(() -> "%s was added by hand and stays as it is".formatted(node.id())));
      return;
    }
    if (there.filter(one -> one.is(node)).isPresent()) {
      return;
    }
    NodeId other = taken.get(node.agent().value());
    if (other != null) {
      note(
          "%s was not taken: node %s has its agent %s"
              .formatted(node.id(), other, node.agent().value()));
      return;
    }
    (there.isPresent() ? changed : before.isPresent() ? back : added).add(node);
  }

  private void note(String text) {
    if (++left <= MOST_NOTES) {
      notes.add(text);
    }
  }

  /** Vanished nodes of this source whose time is over. */
  private List<NodeId> outlived(Instant now) {
    return source
        .rules()
        .removeAfter()
        .map(time ->
            known.values().stream()
                .filter(node -> node.source().equals(Optional.of(source.name())))
                .filter(node -> !named.contains(node.id()))
                .filter(
                    node -> node.vanishedAt().filter(at -> !at.plus(time).isAfter(now)).isPresent())
                .map(KnownNode::id)
                .toList())
        .orElse(List.of());
  }

  /** The same for the same nodes. */
  private static String key(List<NodeId> nodes) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      nodes.forEach(node -> digest.update((node.value() + "\n").getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(digest.digest()).substring(0, KEY_LENGTH);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
