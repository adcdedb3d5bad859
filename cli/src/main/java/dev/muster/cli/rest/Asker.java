package dev.muster.cli.rest;

import java.util.Optional;
import java.util.function.Supplier;

/**
 * Who asks, and whom they believe to be the server.
 *
 * @param user what the server is told where it asks for no token
 * @param token that proves who it is, asked for before each request; empty if there is none
 * @param authorities certificates in PEM, one of which has signed the server's; those that Java
 *     knows if it is empty
 */
public record Asker(String user, Supplier<Optional<String>> token, Optional<String> authorities) {

  /** Somebody without a token. */
  public static Asker named(String user) {
    return new Asker(user, Optional::empty, Optional.empty());
  }

  @Override
  public String toString() {
    return user;
  }
}
