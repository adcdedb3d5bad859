package dev.muster.api.security;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/** What a request sent to prove who asks; not looked at yet. */
final class SentToken extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  private final transient String text;

  /**
   * @param address from which it came
   */
  SentToken(String text, String address) {
    super(List.of());
    this.text = text;
    setDetails(address);
  }

  String text() {
    return text;
  }

  String address() {
    return String.valueOf(getDetails());
  }

  @Override
  public Object getCredentials() {
    return "…";
  }

  @Override
  public Object getPrincipal() {
    return "";
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
