package dev.muster.api.security;

import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/** What a request sent to prove who asks; not looked at yet. */
final class SentToken extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  private final transient String text;

  SentToken(String text) {
    super(List.of());
    this.text = text;
  }

  String text() {
    return text;
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
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
