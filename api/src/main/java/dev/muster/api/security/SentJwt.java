package dev.muster.api.security;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/** A token of a provider's that a request sent; not looked at yet. */
final class SentJwt extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  /** Three parts in base 64, the first of which begins a JSON object. */
  private static final Pattern FORM =
      Pattern.compile("eyJ[-_0-9A-Za-z]+\\.[-_0-9A-Za-z]+\\.[-_0-9A-Za-z]*");

  private final transient String text;

  /**
   * @param address from which it came
   */
  SentJwt(String text, String address) {
    super(List.of());
    this.text = text;
    setDetails(address);
  }

  /** Whether it has a JWT's form. */
  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
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
