package dev.muster.api.members;

import dev.muster.domain.member.Profile;
import dev.muster.records.members.ProfileRecord;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * A version of a profile as callers see it.
 *
 * @param version from 1
 */
public record ProfileJson(
    String name,
    int version,
    Profile.Providers providers,
    Optional<Profile.Kinds> kinds,
    Optional<Profile.Timeouts> timeouts,
    Optional<Map<String, JsonNode>> spec,
    Instant createdAt,
    String createdBy) {

  static ProfileJson of(ProfileRecord record) {
    Profile profile = record.profile();
    return new ProfileJson(
        profile.name(),
        record.key().version(),
        profile.providers(),
        profile.kinds(),
        profile.timeouts(),
        profile.spec(),
        record.createdAt(),
        record.createdBy());
  }
}
