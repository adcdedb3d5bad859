package dev.muster.domain.identity;

import java.util.Set;

/**
 * Who made something that acts in their place later. What they may do then is asked then.
 *
 * @param groups at the provider, as they were; empty unless it was known by one
 */
public record Creator(String name, KnownBy by, Set<String> groups) {

  /** By what the name was proven. */
  public enum KnownBy {
    /** A token of Muster's own. */
    TOKEN,
    /** An OpenID provider. */
    PROVIDER,
    /** Nothing: nobody was asked. */
    NOBODY
  }

  public Creator {
    groups = Set.copyOf(groups);
  }
}
