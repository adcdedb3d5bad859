package dev.muster.api.infrastructure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where PostgreSQL is, {@code muster.database.*}.
 *
 * @param url {@code jdbc:postgresql://host:port/name}
 * @param pool connections at most
 */
@ConfigurationProperties("muster.database")
public record DatabaseSettings(
    @DefaultValue("jdbc:postgresql://127.0.0.1:5432/muster") String url,
    @DefaultValue("muster") String user,
    @DefaultValue("") String password,
    @DefaultValue("16") int pool) {

  public DatabaseSettings {
    if (!url.startsWith("jdbc:postgresql:")) {
      throw new IllegalArgumentException(
          "muster.database.url: it begins with '%s' (expected: jdbc:postgresql://host:port/name)"
              .formatted(url.substring(0, Math.min(url.length(), 16))));
    }
    if (pool < 2) {
      throw new IllegalArgumentException(
          "muster.database.pool: %d (expected: >= 2)".formatted(pool));
    }
  }

  /** The address without what may be secret. */
  public String shown() {
    int options = url.indexOf('?');
    String bare = options < 0 ? url : url.substring(0, options);
    return bare.replaceFirst("//[^/@]*@", "//").substring("jdbc:".length());
  }

  /** Without the password. */
  @Override
  public String toString() {
    return shown();
  }
}
