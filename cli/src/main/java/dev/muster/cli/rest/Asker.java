package dev.muster.cli.rest;

import java.util.Optional;

/**
 * Who asks.
 *
 * @param user what the server is told where it asks for no token
 * @param token that proves who it is; empty if there is none
 */
public record Asker(String user, Optional<String> token) {

  /** Somebody without a token. */
  public static Asker named(String user) {
    return new Asker(user, Optional.empty());
  }

  @Override
  public String toString() {
    return user;
  }
}
