package dev.muster.domain.core;

import dev.muster.domain.shown.DurationText;
import dev.muster.domain.shown.Shortened;
import java.net.URI;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Reads the arguments of a kind strictly: what is not known is an error, and every message names
 * the argument and what would be right. All methods throw {@link IllegalArgumentException}.
 */
final class CoreArguments {

  private static final int LONGEST_HEADER = 8_000;
  private static final Pattern HEADER_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}");

  /** They belong to the connection, or to Muster. */
  private static final Set<String> OWN_HEADERS =
      Set.of(
          "connection",
          "content-length",
          "expect",
          "host",
          "idempotency-key",
          "transfer-encoding",
          "upgrade");

  private final JsonNode args;

  CoreArguments(JsonNode args, String... known) {
    this.args = args;
    List<String> names = Arrays.asList(known);
    for (String name : args.propertyNames()) {
      if (!names.contains(name)) {
        throw new IllegalArgumentException(
            "unknown argument '%s' (expected: %s)".formatted(name, String.join(", ", names)));
      }
    }
  }

  boolean has(String name) {
    return args.has(name) && !args.path(name).isNull();
  }

  Optional<JsonNode> value(String name) {
    return has(name) ? Optional.of(args.path(name)) : Optional.empty();
  }

  Optional<String> text(String name) {
    return value(name)
        .map(json -> {
          if (!json.isString()) {
            throw wrong(name, json, "a text");
          }
          return json.stringValue();
        });
  }

  /** One of some words. */
  String word(String name, String fallback, List<String> words) {
    String word = text(name).orElse(fallback);
    if (!words.contains(word)) {
      throw wrong(name, args.path(name), "one of " + String.join(", ", words));
    }
    return word;
  }

  Optional<Duration> duration(String name, Duration least, Duration most) {
    return text(name)
        .map(text -> {
          Duration duration = parsed(name, text);
          if (duration.compareTo(least) < 0 || duration.compareTo(most) > 0) {
            throw wrong(
                name,
                args.path(name),
                "a duration between %s and %s"
                    .formatted(DurationText.print(least), DurationText.print(most)));
          }
          return duration;
        });
  }

  private Duration parsed(String name, String text) {
    try {
      return DurationText.parse(text);
    } catch (IllegalArgumentException e) {
      throw wrong(name, args.path(name), "a duration such as 30s or 10m");
    }
  }

  /** A whole number from 0. */
  int number(String name, int fallback, int most) {
    return value(name)
        .map(json -> {
          if (!json.isInt() || json.intValue() < 0 || json.intValue() > most) {
            throw wrong(name, json, "a whole number from 0 to " + most);
          }
          return json.intValue();
        })
        .orElse(fallback);
  }

  Optional<OffsetDateTime> instant(String name) {
    return text(name)
        .map(text -> {
          try {
            return OffsetDateTime.parse(text);
          } catch (DateTimeParseException e) {
            throw wrong(
                name, args.path(name), "a time with its offset, such as 2026-11-23T22:00:00Z");
          }
        });
  }

  /** Where to; nothing of it but the path is a secret's place. */
  URI url(String name) {
    String text =
        text(name)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "'%s' is missing (expected: an http or https URL)".formatted(name)));
    try {
      URI uri = URI.create(text);
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      boolean fits =
          (scheme.equals("http") || scheme.equals("https"))
              && uri.getHost() != null
              && uri.getUserInfo() == null
              && uri.getFragment() == null;
      if (fits) {
        return uri;
      }
    } catch (IllegalArgumentException notAnUrl) {
      // the same message serves
    }
    throw wrong(
        name, args.path(name), "an http or https URL with a host, without a user and without #");
  }

  Map<String, String> headers(String name) {
    Map<String, String> headers = new LinkedHashMap<>();
    JsonNode given = args.path(name);
    if (!has(name)) {
      return headers;
    }
    if (!given.isObject()) {
      throw wrong(name, given, "a map of names and texts");
    }
    for (Map.Entry<String, JsonNode> header : given.properties()) {
      String key = header.getKey();
      if (!HEADER_NAME.matcher(key).matches()
          || OWN_HEADERS.contains(key.toLowerCase(Locale.ROOT))) {
        throw new IllegalArgumentException(
            "%s: '%s' (expected: the name of a header, and none of %s, which Muster sets)"
                .formatted(name, key, OWN_HEADERS.stream().sorted().toList()));
      }
      if (!header.getValue().isString() || !fits(header.getValue().stringValue())) {
        // The value may be a secret, so it is not shown.
        throw new IllegalArgumentException(
            "%s: the value of '%s' does not fit (expected: a text of at most %d characters, in one line)"
                .formatted(name, key, LONGEST_HEADER));
      }
      headers.put(key, header.getValue().stringValue());
    }
    return headers;
  }

  private static boolean fits(String value) {
    return value.length() <= LONGEST_HEADER
        && value.chars().allMatch(c -> c == '\t' || (c >= ' ' && c < 127));
  }

  static IllegalArgumentException wrong(String name, JsonNode value, String expected) {
    return new IllegalArgumentException(
        "%s: %s (expected: %s)".formatted(name, Shortened.to(60, value.toString()), expected));
  }
}
