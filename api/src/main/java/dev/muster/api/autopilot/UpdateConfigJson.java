package dev.muster.api.autopilot;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.records.autopilot.StoredObject;
import dev.muster.records.autopilot.UpdateLooks;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * An update configuration of k0s Autopilot as callers see it.
 *
 * @param next when it looks at its update server; absent if it does not by itself
 * @param last what became of the last look
 * @param plan name of the last plan that it made
 * @param object the whole object, as Kubernetes' clients know it
 */
public record UpdateConfigJson(
    String name,
    UUID uid,
    ClusterName cluster,
    @JsonUnwrapped WhatPart what,
    Optional<Instant> next,
    Optional<UpdateLookJson> last,
    Optional<String> plan,
    JsonNode object) {

  /**
   * What it asks for.
   *
   * @param strategy {@code periodic} or {@code cron}
   */
  public record WhatPart(
      Optional<String> channel,
      Optional<String> updateServer,
      Optional<String> strategy,
      Instant createdAt,
      String createdBy) {}

  /** What became of a look. */
  public record UpdateLookJson(Instant at, String result, String why) {}

  static UpdateConfigJson of(StoredObject config, UpdateLooks.Standing looks, String creator) {
    return new UpdateConfigJson(
        config.key().name(),
        config.uid(),
        config.key().cluster(),
        new WhatPart(
            text(config.spec().path("channel")),
            text(config.spec().path("updateServer")),
            text(config.spec().path("upgradeStrategy").path("type")),
            config.createdAt(),
            creator),
        looks.next(),
        looks.last().map(last -> new UpdateLookJson(last.at(), last.result(), last.why())),
        looks.plan(),
        config.json());
  }

  private static Optional<String> text(JsonNode value) {
    return Optional.of(value.asString("")).filter(text -> !text.isEmpty());
  }
}
