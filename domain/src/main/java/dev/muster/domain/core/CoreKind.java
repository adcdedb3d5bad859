package dev.muster.domain.core;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.secret.SecretReferences;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The kinds of action that Muster itself executes. */
public enum CoreKind {
  /** A request to a server, which may say that it needs longer: Replicante's remote step. */
  HTTP("http"),
  /** Nothing, for a time or until an instant. */
  WAIT("wait"),
  /** A signed message to a server, sent again until it is taken. */
  WEBHOOK("webhook"),
  /**
   * A message about a member that is to go, sent again until it is taken. Policies send it; nobody
   * else can.
   */
  HOOK("lifecycle.hook"),
  /** Whether a member answers as it should. Policies ask; nobody else can. */
  POLL("health.poll");

  /** In place of a value that is known when the action is executed. */
  private static final String SOME_SECRET = "secret";

  private final String word;

  CoreKind(String word) {
    this.word = word;
  }

  /** The kind of this name. */
  public static Optional<CoreKind> of(ActionKind kind) {
    return Arrays.stream(values()).filter(one -> one.word.equals(kind.value())).findFirst();
  }

  /** The names of those that people may ask for. */
  public static String words() {
    return Arrays.stream(values())
        .filter(one -> one != HOOK && one != POLL)
        .map(CoreKind::word)
        .collect(Collectors.joining(", "));
  }

  /** As playbooks write it. */
  public String word() {
    return word;
  }

  /**
   * What is wrong with arguments, if anything is.
   *
   * @param args without expressions; references to secrets count as some text
   */
  public Optional<String> problem(JsonNode args) {
    try {
      JsonNode some = SecretReferences.resolved(args, secret -> SOME_SECRET);
      switch (this) {
        case HTTP -> HttpWork.of(some);
        case WAIT -> WaitWork.of(some);
        case WEBHOOK -> {
          WebhookWork.of(some);
          WebhookWork.secretProblem(args)
              .ifPresent(problem -> {
                throw new IllegalArgumentException(problem);
              });
        }
        case HOOK ->
            throw new IllegalArgumentException(
                "lifecycle.hook is sent by deletion policies alone (expected: webhook)");
        case POLL ->
            throw new IllegalArgumentException(
                "health.poll is asked by health policies alone (expected: http)");
      }
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }
}
