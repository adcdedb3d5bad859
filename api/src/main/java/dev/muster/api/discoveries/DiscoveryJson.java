package dev.muster.api.discoveries;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.discovery.AddressPattern;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.DiscoverySource;
import dev.muster.domain.discovery.VariableName;
import dev.muster.domain.rollout.Share;
import dev.muster.records.discoveries.DiscoveryRecord;
import dev.muster.records.discoveries.DiscoveryStanding;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A discovery as callers see it: one flat object. */
public record DiscoveryJson(
    ClusterName cluster,
    DiscoveryName name,
    DiscoverySource.Kind kind,
    String location,
    @JsonUnwrapped DiscoveryRulesPart rules,
    @JsonUnwrapped DiscoveryStandingPart standing,
    @JsonUnwrapped DiscoveryWrittenPart written) {

  /** How it is read. */
  public record DiscoveryRulesPart(
      Duration interval,
      Optional<AddressPattern> address,
      Share mayVanish,
      Optional<Duration> removeAfter,
      List<VariableName> variables) {}

  /**
   * What came of reading it.
   *
   * @param readAt the last try, within a minute
   * @param goodAt the last one that was taken
   * @param nodes that it names, as of {@code goodAt}
   * @param notes what of it was not taken
   * @param error why the last try gave nothing; what was taken before holds
   * @param held what waits for somebody's confirmation
   */
  public record DiscoveryStandingPart(
      Optional<Instant> readAt,
      Optional<Instant> goodAt,
      int nodes,
      List<String> notes,
      Optional<String> error,
      Optional<Instant> errorSince,
      Optional<HeldJson> held) {}

  /** Who asked for it. */
  public record DiscoveryWrittenPart(
      Instant createdAt, String createdBy, Instant changedAt, String changedBy) {}

  /**
   * A reading that is not taken before somebody confirms it.
   *
   * @param key of the nodes that would vanish; a confirmation names it
   * @param vanishing how many
   * @param some of them, by id
   * @param confirmed whether somebody confirmed it, so that the next reading is taken
   */
  public record HeldJson(
      String key, String why, Instant since, int vanishing, List<NodeId> some, boolean confirmed) {}

  static DiscoveryJson of(DiscoveryRecord discovery) {
    DiscoveryStanding standing = discovery.standing();
    return new DiscoveryJson(
        discovery.key().cluster(),
        discovery.key().name(),
        discovery.source().kind(),
        discovery.source().location(),
        new DiscoveryRulesPart(
            discovery.rules().interval(),
            discovery.rules().address(),
            discovery.rules().mayVanish(),
            discovery.rules().removeAfter(),
            discovery.rules().variables()),
        new DiscoveryStandingPart(
            standing.readAt(),
            standing.goodAt(),
            standing.nodes(),
            standing.notes(),
            standing.trouble().map(DiscoveryStanding.Trouble::why),
            standing.trouble().map(DiscoveryStanding.Trouble::since),
            standing
                .held()
                .map(held ->
                    new HeldJson(
                        held.key(),
                        held.why(),
                        held.since(),
                        held.count(),
                        held.some(),
                        standing.confirmed().equals(Optional.of(held.key()))))),
        new DiscoveryWrittenPart(
            discovery.created().at(),
            discovery.created().by(),
            discovery.changed().at(),
            discovery.changed().by()));
  }
}
