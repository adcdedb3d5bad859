package dev.muster.api.security;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/** What a request sent to prove who asks; not looked at yet. What it is, is shown nowhere. */
abstract sealed class SentProof extends AbstractAuthenticationToken permits SentJwt, SentToken {
  private static final long serialVersionUID = 1L;

  private final transient String text;

  /**
   * @param address from which it came
   */
  SentProof(String text, String address) {
    super(List.of());
    this.text = text;
    setDetails(address);
  }

  final String text() {
    return text;
  }

  final String address() {
    return String.valueOf(getDetails());
  }

  @Override
  public final Object getCredentials() {
    return "…";
  }

  @Override
  public final Object getPrincipal() {
    return "";
  }

  @Override
  public final boolean equals(@Nullable Object other) {
    return this == other;
  }

  @Override
  public final int hashCode() {
    return System.identityHashCode(this);
  }
}
