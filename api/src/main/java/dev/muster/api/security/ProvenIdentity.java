package dev.muster.api.security;

import dev.muster.domain.identity.Identity;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who asks, in Spring Security's terms. */
public final class ProvenIdentity extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;
  private static final Identity EVERYBODY = Identity.ofEverything("anonymous");

  private final transient Identity identity;
  private final transient Optional<UUID> token;
  private final boolean named;

  private ProvenIdentity(Identity identity, Optional<UUID> token, boolean named) {
    super(List.of());
    this.identity = identity;
    this.token = token;
    this.named = named;
    setAuthenticated(true);
  }

  /** By a token. */
  static ProvenIdentity by(UUID token, Identity identity) {
    return new ProvenIdentity(identity, Optional.of(token), true);
  }

  /** Where nobody is asked: everybody, who may call themselves anything. */
  static ProvenIdentity everybody() {
    return new ProvenIdentity(EVERYBODY, Optional.empty(), false);
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

  /** The token that proved it. */
  public Optional<UUID> token() {
    return token;
  }

  /** Whether the name was proven; else it is what the caller says. */
  public boolean isNamed() {
    return named;
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
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
