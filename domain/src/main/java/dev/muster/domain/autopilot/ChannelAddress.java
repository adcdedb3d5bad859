package dev.muster.domain.autopilot;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;

/** Where a channel of an update server is. */
public final class ChannelAddress {

  private static final int LONGEST = 500;

  private ChannelAddress() {}

  /**
   * A server as it is written, with a scheme and without a slash at the end.
   *
   * @throws IllegalArgumentException if it is none
   */
  static String server(String text) {
    String url = text.contains("://") ? text : "https://" + text;
    if (!url.matches("https?://[A-Za-z0-9._\\[\\]:-]+(/[A-Za-z0-9._~%+/-]*)?")
        || url.length() > LONGEST
        || !hasHost(url)) {
      throw new IllegalArgumentException(
          "updateServer: '%s' (expected: http:// or https://, a host and perhaps a path; https without a scheme)"
              .formatted(SpecFields.shown(text)));
    }
    return url.replaceAll("/+$", "");
  }

  private static boolean hasHost(String url) {
    try {
      return URI.create(url).getHost() != null;
    } catch (IllegalArgumentException unfit) {
      return false;
    }
  }

  /** The index of a channel, as periodic updates read it. */
  public static String index(String server, String channel) {
    return "%s/%s/index.yaml".formatted(server(server), channel);
  }

  /** The address that cron updates ask, which is told how things are by its query. */
  public static String update(String server, String channel, SortedMap<String, String> facts) {
    return facts.entrySet().stream()
        .map(ChannelAddress::parameter)
        .collect(Collectors.joining("&", "%s/%s?".formatted(server(server), channel), ""));
  }

  private static String parameter(Map.Entry<String, String> fact) {
    return fact.getKey() + "=" + URLEncoder.encode(fact.getValue(), StandardCharsets.UTF_8);
  }
}
