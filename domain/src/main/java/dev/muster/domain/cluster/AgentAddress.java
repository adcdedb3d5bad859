package dev.muster.domain.cluster;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Where an agent listens, {@code http://host:port} or {@code https://host:port}. */
public record AgentAddress(@JsonValue String value) {

  /** In characters. */
  public static final int MAX_LENGTH = 300;

  /** About what is taken, as a regular expression that documents show. */
  public static final String PATTERN =
      "^https?://([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]+\\]):[1-9][0-9]{0,4}/?$";

  private static final int MAX_PORT = 65535;

  /**
   * @throws IllegalArgumentException if it is anything else
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public AgentAddress {
    value = normal(value);
  }

  private static String normal(String text) {
    URI uri = parse(text);
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    boolean hasMore =
        uri.getRawUserInfo() != null
            || uri.getRawQuery() != null
            || uri.getRawFragment() != null
            || !(uri.getRawPath() == null || uri.getRawPath().matches("/?"));
    boolean fits =
        (scheme.equals("http") || scheme.equals("https"))
            && uri.getHost() != null
            && uri.getPort() >= 1
            && uri.getPort() <= MAX_PORT
            && !hasMore;
    if (!fits || text.length() > MAX_LENGTH) {
      throw wrong(text);
    }
    return scheme + "://" + uri.getHost() + ":" + uri.getPort();
  }

  private static URI parse(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw wrong(text);
    }
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "agent: '%s' (expected: http://host:port or https://host:port, port 1 to %d)"
            .formatted(text, MAX_PORT));
  }
}
