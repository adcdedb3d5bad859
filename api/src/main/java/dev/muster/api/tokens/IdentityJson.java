package dev.muster.api.tokens;

import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.Identity;
import java.util.List;

/** Who asks. */
public record IdentityJson(String name, List<String> groups, List<Grant> grants) {

  static IdentityJson of(String name, Identity identity) {
    return new IdentityJson(name, identity.groups().stream().sorted().toList(), identity.grants());
  }
}
