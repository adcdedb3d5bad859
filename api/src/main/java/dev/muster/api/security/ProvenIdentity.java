package dev.muster.api.security;

import dev.muster.domain.identity.Creator;
import dev.muster.domain.identity.Creator.KnownBy;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who asks, in Spring Security's terms. */
public final class ProvenIdentity extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  /** As {@code management.endpoint.health.roles} has it. */
  private static final String SEES_EVERYTHING = "read everything";

  private static final Identity EVERYBODY = Identity.ofEverything("anonymous");

  private final transient Identity identity;
  private final transient BooleanSupplier holds;
  private final KnownBy by;

  private ProvenIdentity(Identity identity, BooleanSupplier holds, KnownBy by) {
    super(
        identity.mayEverywhere(Permission.READ)
            ? List.of(new SimpleGrantedAuthority(SEES_EVERYTHING))
            : List.of());
    this.identity = identity;
    this.holds = holds;
    this.by = by;
    setAuthenticated(true);
  }

  /**
   * By a token.
   *
   * @param holds whether it still proves it; asked again while something goes on for long
   */
  static ProvenIdentity until(BooleanSupplier holds, Identity identity) {
    return new ProvenIdentity(identity, holds, KnownBy.TOKEN);
  }

  /**
   * By a token of the provider's.
   *
   * @param holds as above
   */
  static ProvenIdentity byProvider(BooleanSupplier holds, Identity identity) {
    return new ProvenIdentity(identity, holds, KnownBy.PROVIDER);
  }

  /** Where nobody is asked: everybody, who may call themselves anything. */
  static ProvenIdentity everybody() {
    return new ProvenIdentity(EVERYBODY, () -> true, KnownBy.NOBODY);
  }

  /** Of the request that this thread answers; empty if nobody is known, or it answers none. */
  public static Optional<ProvenIdentity> current() {
    return SecurityContextHolder.getContext().getAuthentication() instanceof ProvenIdentity proven
        ? Optional.of(proven)
        : Optional.empty();
  }

  public Identity identity() {
    return identity;
  }

  /** Whether there is no cluster that it may not read. */
  boolean seesEverything() {
    return identity.mayEverywhere(Permission.READ);
  }

  /** Whether what proved it has neither ended nor been revoked since. */
  public boolean stillHolds() {
    return holds.getAsBoolean();
  }

  /** Whether the name was proven; else it is what the caller says. */
  public boolean isNamed() {
    return by != KnownBy.NOBODY;
  }

  /**
   * Whoever this thread answers, as somebody who makes something now.
   *
   * @param name as which it is kept
   */
  public static Creator creator(String name) {
    return current()
        .map(who ->
            new Creator(
                name, who.by, who.by == KnownBy.PROVIDER ? who.identity.groups() : Set.of()))
        .orElseThrow(Unauthenticated::nobody);
  }

  @Override
  public Object getCredentials() {
    return "";
  }

  @Override
  public Object getPrincipal() {
    return identity.name();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
