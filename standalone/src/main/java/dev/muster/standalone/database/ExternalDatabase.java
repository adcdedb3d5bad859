package dev.muster.standalone.database;

import java.net.URI;

/**
 * A PostgreSQL that somebody else runs.
 *
 * @param url {@code jdbc:postgresql://…}
 */
public record ExternalDatabase(String url, String user, String password) implements Database {

  @Override
  public String description() {
    URI address = URI.create(url.substring("jdbc:".length()));
    return "PostgreSQL at " + address.getHost() + address.getPath();
  }

  @Override
  public void close() {
    // It goes on without us.
  }
}
