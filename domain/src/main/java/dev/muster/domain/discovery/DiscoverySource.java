package dev.muster.domain.discovery;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.muster.domain.shown.Printable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a discovery reads.
 *
 * @param location a path of the worker's machine, or a URL
 */
public record DiscoverySource(Kind kind, String location) {

  /** In characters. */
  public static final int MAX_LENGTH = 2_000;

  /** What sort of document is where. */
  public enum Kind {
    /** A file in the shape of Prometheus' {@code file_sd}: YAML or JSON. */
    FILE,
    /** A server in the shape of Prometheus' {@code http_sd}. */
    HTTP,
    /** An inventory of Ansible: INI, or YAML by the name's ending. */
    INVENTORY;

    /** As people type it. */
    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind of a word that somebody typed.
     *
     * @throws IllegalArgumentException if there is none
     */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public static Kind require(String word) {
      return Arrays.stream(values())
          .filter(kind -> kind.word().equals(word))
          .findFirst()
          .orElseThrow(() ->
              new IllegalArgumentException(
                  "kind: '%s' (expected: one of file, http, inventory)".formatted(word)));
    }

    @Override
    public String toString() {
      return word();
    }
  }

  /**
   * @throws IllegalArgumentException if the location is no absolute path, or no URL of {@code http}
   *     or {@code https}
   */
  public DiscoverySource {
    if (location.length() > MAX_LENGTH || !Printable.isLine(location)) {
      throw new IllegalArgumentException(
          "location: %d characters (expected: at most %d, all of them printable)"
              .formatted(location.length(), MAX_LENGTH));
    }
    switch (kind) {
      case FILE, INVENTORY -> requirePath(location);
      case HTTP -> requireUrl(location);
    }
  }

  private static void requirePath(String location) {
    if (!location.startsWith("/")) {
      throw new IllegalArgumentException(
          "location: '%s' (expected: an absolute path of the worker's machine)"
              .formatted(location));
    }
  }

  private static void requireUrl(String location) {
    URI uri;
    try {
      uri = new URI(location);
    } catch (URISyntaxException e) {
      throw noUrl(location);
    }
    boolean fits =
        ("http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme()))
            && uri.getHost() != null
            && uri.getRawUserInfo() == null
            && uri.getRawFragment() == null;
    if (!fits) {
      throw noUrl(location);
    }
  }

  /** Without the text: what was typed may hold a password. */
  private static IllegalArgumentException noUrl(String location) {
    return new IllegalArgumentException(
        "location: %d characters that are no URL (expected: http:// or https://, a host, and no user, password or fragment)"
            .formatted(location.length()));
  }
}
