package dev.muster.domain.core;

import dev.muster.domain.secret.SecretReferences;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * What {@code webhook} takes, and what a lifecycle hook is told.
 *
 * @param key with which the message is signed; only what a hook is told may have none
 * @param body what is sent; without it the action's record
 * @param timeout of one request
 */
public record WebhookWork(
    URI url,
    Optional<String> key,
    Map<String, String> headers,
    Optional<JsonNode> body,
    Duration timeout) {

  /** A shorter key could be guessed from a few messages. */
  private static final int SHORTEST_KEY = 16;

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);
  private static final long LONGEST_RETRY_AFTER = 600;

  /** What passes by itself: the server is too early, too busy, or something before it is. */
  private static final Set<Integer> PASSING = Set.of(408, 425, 429, 500, 502, 503, 504);

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static WebhookWork of(JsonNode args) {
    CoreArguments given = new CoreArguments(args, "url", "key", "headers", "body", "timeout");
    String key =
        given
            .text("key")
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "'key' is missing (expected: a reference such as ${secrets.hook_key}, with which the message is signed)"));
    return new WebhookWork(
        given.url("url"),
        Optional.of(key),
        given.headers("headers"),
        given.value("body"),
        given.duration("timeout", Duration.ofMillis(100), LONGEST_TIMEOUT).orElse(TIMEOUT));
  }

  /**
   * Reads what a lifecycle hook is told.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static WebhookWork ofHook(JsonNode args) {
    CoreArguments given = new CoreArguments(args, "url", "key", "body");
    return new WebhookWork(
        given.url("url"), given.text("key"), Map.of(), given.value("body"), TIMEOUT);
  }

  /** Everybody may read a playbook, so a key in it would be none. */
  static Optional<String> secretProblem(JsonNode args) {
    return SecretReferences.in(args.path("key")).isEmpty()
        ? Optional.of(
            "key: a text that everybody may read (expected: a reference such as ${secrets.hook_key})")
        : Optional.empty();
  }

  /** Why the key's value will not do. */
  public Optional<String> keyProblem() {
    return key.filter(one -> one.length() < SHORTEST_KEY).isPresent()
        ? Optional.of(
            "the key has fewer than %d characters (expected: a longer secret)"
                .formatted(SHORTEST_KEY))
        : Optional.empty();
  }

  /**
   * What follows from an answer.
   *
   * @param tries how often it was sent
   */
  public CoreNext next(HttpAnswer answer, int tries, Instant now) {
    if (answer.isSuccess()) {
      return new CoreNext.Succeeded(answer.outputs().put("tries", tries));
    }
    String what = "%s answered with status %d".formatted(HttpWork.server(url), answer.status());
    return PASSING.contains(answer.status())
        ? later(what, tries, answer.retryAfter(), now)
        : new CoreNext.Broken(
            what + " (expected: any from 200 to 299)", Optional.of(answer.asItCame()));
  }

  /** What follows from the answer of a lifecycle hook: only success is one. */
  public CoreNext nextOfHook(HttpAnswer answer, int tries, Instant now) {
    return answer.isSuccess()
        ? next(answer, tries, now)
        : later(
            "%s answered with status %d".formatted(HttpWork.server(url), answer.status()),
            tries,
            answer.retryAfter(),
            now);
  }

  /** What follows when nobody answered. */
  public CoreNext unanswered(String why, int tries, Instant now) {
    return later(why, tries, 0, now);
  }

  /** Twice as long each time, and as long as the server asks for. */
  private static CoreNext later(String why, int tries, long retryAfter, Instant now) {
    long doubled = 1L << Math.min(Math.max(tries - 1, 0), 6);
    long pause = Math.min(doubled, LONGEST_PAUSE.toSeconds());
    long asked = Math.min(Math.max(retryAfter, 0), LONGEST_RETRY_AFTER);
    Instant at = now.plusSeconds(Math.max(pause, asked));
    return new CoreNext.Again(
        at, Optional.empty(), Optional.of("try %d: %s".formatted(tries, why)));
  }
}
