package dev.muster.senlin.names;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Ids of profiles, which Muster knows by their names: always the same for a name. */
public final class ProfileIds {

  private ProfileIds() {}

  public static UUID of(String profile) {
    return UUID.nameUUIDFromBytes(("muster/profile/" + profile).getBytes(StandardCharsets.UTF_8));
  }
}
