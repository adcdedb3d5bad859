package dev.muster.api.security;

/** A token of Muster's own. */
final class SentToken extends SentProof {
  private static final long serialVersionUID = 1L;

  SentToken(String text, String address) {
    super(text, address);
  }
}
