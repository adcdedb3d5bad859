package dev.muster.api.security;

import java.util.regex.Pattern;

/** A token of a provider's. */
final class SentJwt extends SentProof {
  private static final long serialVersionUID = 1L;

  /** Three parts in base 64, the first of which begins a JSON object. */
  private static final Pattern FORM =
      Pattern.compile("eyJ[-_0-9A-Za-z]+\\.[-_0-9A-Za-z]+\\.[-_0-9A-Za-z]*");

  SentJwt(String text, String address) {
    super(text, address);
  }

  /** Whether it has a JWT's form. */
  static boolean isOne(String text) {
    return FORM.matcher(text).matches();
  }
}
