package dev.muster.domain.member;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.cluster.NodeLabels;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * How members of a cluster come into being and go.
 *
 * @param name by which clusters ask for it
 * @param providers which nodes make members
 * @param kinds what those nodes' agents execute; the usual ones unless said otherwise
 * @param timeouts how long that may take; as usual unless said otherwise
 * @param spec what providers are to make; Muster hands it on as it is
 */
public record Profile(
    String name,
    Providers providers,
    Optional<Kinds> kinds,
    Optional<Timeouts> timeouts,
    Optional<Map<String, JsonNode>> spec) {

  private static final Bounds<Duration> TIMEOUT =
      new Bounds<>(Duration.ofSeconds(1), Duration.ofDays(1));

  /**
   * Which nodes of the cluster make members.
   *
   * @param labels that such a node has, all of them
   */
  public record Providers(Map<String, String> labels) {}

  /** By which kinds. */
  public record Kinds(
      Optional<ActionKind> create,
      Optional<ActionKind> delete,
      Optional<ActionKind> check,
      Optional<ActionKind> update,
      Optional<ActionKind> recover) {}

  /** Within which time. */
  public record Timeouts(
      Optional<Duration> create,
      Optional<Duration> delete,
      Optional<Duration> check,
      Optional<Duration> update,
      Optional<Duration> recover) {}

  /** Why this cannot be a profile; empty if it can. */
  public Optional<String> whyNot() {
    try {
      Label.require("profile", name);
    } catch (IllegalArgumentException e) {
      return Optional.of("/name: " + e.getMessage());
    }
    if (providers.labels().isEmpty()) {
      return Optional.of(
          "/providers/labels: empty (expected: at least one label, by which nodes that make members are known)");
    }
    return providers.labels().entrySet().stream()
        .flatMap(one -> NodeLabels.unfit(one.getKey(), one.getValue()).stream())
        .map(why -> "/providers/" + why)
        .findFirst()
        .or(this::badTimeout);
  }

  private Optional<String> badTimeout() {
    return Stream.of(Deed.values())
        .filter(deed -> !TIMEOUT.nearest(timeoutOf(deed)).equals(timeoutOf(deed)))
        .map(deed ->
            "/timeouts/%s: %s (expected: %s)".formatted(deed.word(), timeoutOf(deed), TIMEOUT))
        .findFirst();
  }

  /** Whether a node with these labels makes members. */
  public boolean isProvider(Map<String, String> labels) {
    return labels.entrySet().containsAll(providers.labels().entrySet());
  }

  /** What a provider executes. */
  public ActionKind kindOf(Deed deed) {
    return kinds
        .flatMap(all ->
            switch (deed) {
              case CREATE -> all.create();
              case DELETE -> all.delete();
              case CHECK -> all.check();
              case UPDATE -> all.update();
              case RECOVER -> all.recover();
            })
        .orElseGet(deed::usualKind);
  }

  /** How long that may take. */
  public Duration timeoutOf(Deed deed) {
    return timeouts
        .flatMap(all ->
            switch (deed) {
              case CREATE -> all.create();
              case DELETE -> all.delete();
              case CHECK -> all.check();
              case UPDATE -> all.update();
              case RECOVER -> all.recover();
            })
        .orElseGet(deed::usualTimeout);
  }
}
