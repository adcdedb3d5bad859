package dev.muster.standalone.database;

import java.net.URI;
import java.util.Optional;

/**
 * A PostgreSQL that somebody else runs.
 *
 * @param url {@code jdbc:postgresql://…}
 */
public record ExternalDatabase(String url, String user, String password) implements Database {

  @Override
  public void start() {
    // Somebody else does that; the pool waits for it.
  }

  @Override
  public String description() {
    URI address = URI.create(url.substring("jdbc:".length()));
    return "PostgreSQL at " + address.getHost() + address.getPath();
  }

  /** Only the way there says so. */
  @Override
  public Optional<String> away() {
    return Optional.empty();
  }

  /** Only the database itself says so. */
  @Override
  public Optional<String> full() {
    return Optional.empty();
  }

  @Override
  public void close() {
    // It goes on without us.
  }
}
