package dev.muster.records.members;

import dev.muster.domain.member.Profile;
import dev.muster.domain.member.ProfileKey;
import java.time.Instant;

/** A version of a profile. */
public record ProfileRecord(ProfileKey key, Profile profile, Instant createdAt, String createdBy) {}
