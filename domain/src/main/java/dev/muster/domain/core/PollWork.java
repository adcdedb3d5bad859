package dev.muster.domain.core;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * What {@code health.poll} takes: a member is well if one of some tries in a row is answered as it
 * should be (OpenStack Senlin).
 *
 * @param healthy what is found in the answer of a healthy member
 * @param tries how often in a row an answer must be bad
 * @param silence whether it is bad that nobody answers
 */
public record PollWork(URI url, Optional<Pattern> healthy, int tries, boolean silence) {

  /** Of one request. */
  public static final Duration TIMEOUT = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofSeconds(3);
  private static final int MOST = 100;

  /**
   * Reads arguments.
   *
   * @throws IllegalArgumentException with what is wrong
   */
  public static PollWork of(JsonNode args) {
    CoreArguments given = new CoreArguments(args, "url", "healthy", "tries", "silence");
    int tries = args.path("tries").asInt(1);
    if (tries < 1 || tries > MOST) {
      throw CoreArguments.wrong("tries", args.path("tries"), "a whole number from 1 to " + MOST);
    }
    return new PollWork(
        given.url("url"),
        given.text("healthy").map(Pattern::compile),
        tries,
        args.path("silence").asBoolean(true));
  }

  /** How long so many tries may take. */
  public static Duration longest(int tries) {
    return TIMEOUT.plus(PAUSE).multipliedBy(tries).plus(TIMEOUT);
  }

  /** What follows from an answer to the try of this number, from 1. */
  public CoreNext next(HttpAnswer answer, int number, Instant now) {
    if (!answer.isSuccess()) {
      return bad(
          "%s answered with status %d".formatted(HttpWork.server(url), answer.status()),
          number,
          now);
    }
    return healthy.filter(pattern -> !pattern.matcher(answer.body()).find()).isPresent()
        ? bad(
            "the answer of %s has nothing of '%s'"
                .formatted(HttpWork.server(url), healthy.get().pattern()),
            number,
            now)
        : new CoreNext.Succeeded(answer.outputs());
  }

  /** What follows when nobody answered. */
  public CoreNext unanswered(String why, int number, Instant now) {
    return silence
        ? bad(why, number, now)
        : new CoreNext.Succeeded(JsonNodeFactory.instance.objectNode().put("silent", why));
  }

  private CoreNext bad(String why, int number, Instant now) {
    return number < tries
        ? new CoreNext.Again(
            now.plus(PAUSE), Optional.empty(), Optional.of("try %d: %s".formatted(number, why)))
        : new CoreNext.Broken(
            tries == 1 ? why : "%d tries in a row went wrong: %s".formatted(tries, why),
            Optional.empty());
  }
}
