package dev.muster.agent.http;

import dev.muster.agent.engine.AgentEngine;
import dev.muster.agent.kind.Kinds;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.Offer;
import dev.muster.agent.store.QueueFullException;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.sensitive.Masking;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * {@code POST /v1/actions}: what is wrong with one action of the array is said about that one, and
 * the others are taken.
 */
final class SubmissionResource implements Resource {

  private static final long LONGEST_TIMEOUT_MS = Duration.ofDays(365).toMillis();

  private final ActionStore store;
  private final Kinds kinds;
  private final AgentEngine engine;
  private final List<String> sensitive;

  /**
   * @param sensitive names of arguments whose values the node lets nobody see
   */
  SubmissionResource(ActionStore store, Kinds kinds, AgentEngine engine, List<String> sensitive) {
    this.sensitive = List.copyOf(sensitive);
    this.store = store;
    this.kinds = kinds;
    this.engine = engine;
  }

  /** What cannot even be offered to the store. */
  private static final class Unusable extends RuntimeException {

    private static final long serialVersionUID = 1;

    Unusable(String message) {
      super(message);
    }

    @Override
    public String getMessage() {
      return String.valueOf(super.getMessage());
    }
  }

  @Override
  public void handle(Call call) throws IOException {
    JsonNode body = call.json();
    if (!body.isArray()) {
      throw RequestProblem.badRequest("the body is no array (expected: an array of actions)");
    }
    List<Optional<SubmissionAnswer>> unusable = new ArrayList<>();
    List<Offer> offers = new ArrayList<>();
    for (JsonNode item : body) {
      try {
        offers.add(offer(item));
        unusable.add(Optional.empty());
      } catch (Unusable bad) {
        unusable.add(Optional.of(refused(bad.getMessage())));
      }
    }
    try {
      List<SubmissionAnswer> stored = offers.isEmpty() ? List.of() : store.submit(offers);
      engine.wake();
      call.answer(200, merge(unusable, stored));
    } catch (QueueFullException full) {
      throw RequestProblem.queueFull(full.getMessage());
    }
  }

  private static List<SubmissionAnswer> merge(
      List<Optional<SubmissionAnswer>> unusable, List<SubmissionAnswer> stored) {
    List<SubmissionAnswer> answers = new ArrayList<>();
    int next = 0;
    for (Optional<SubmissionAnswer> answer : unusable) {
      answers.add(answer.isPresent() ? answer.get() : stored.get(next++));
    }
    return answers;
  }

  private Offer offer(JsonNode item) {
    if (!item.isObject()) {
      throw new Unusable("an action is an object, not " + Call.shortened(item.toString()));
    }
    String kind = text(item, "kind").orElseThrow(() -> new Unusable("kind is missing"));
    JsonNode args = field(item, "args").orElseGet(WireFormat.JSON::createObjectNode);
    Masking masking = Masking.of(sensitive, args).with(texts(item, "sensitive"));
    return new Offer(
        id(item),
        new StoredAction.Work(
            kind,
            args,
            metadata(item),
            timeout(item),
            text(item, "origin").filter("core"::equals).orElse("direct")),
        created(item),
        masking.values(),
        args.isObject()
            ? kinds.refusal(kind, args).map(masking::shown)
            : Optional.of(
                "args: %s (expected: an object)".formatted(Call.shortened(args.toString()))));
  }

  private static UUID id(JsonNode item) {
    Optional<String> text = text(item, "id");
    try {
      if (text.isEmpty()) {
        return UUID.randomUUID();
      }
      if (text.get().length() == 36) {
        return UUID.fromString(text.get());
      }
    } catch (IllegalArgumentException bad) {
      // the same message serves
    }
    throw new Unusable("id: '%s' (expected: a UUID)".formatted(Call.shortened(text.get())));
  }

  private static Map<String, String> metadata(JsonNode item) {
    Map<String, String> metadata = new LinkedHashMap<>();
    field(item, "metadata")
        .ifPresent(node -> {
          if (!node.isObject()) {
            throw new Unusable("metadata is no object (expected: an object of texts)");
          }
          node.properties()
              .forEach(entry -> {
                if (!entry.getValue().isString()) {
                  throw new Unusable(
                      "metadata.%s is no text".formatted(Call.shortened(entry.getKey())));
                }
                metadata.put(entry.getKey(), entry.getValue().stringValue());
              });
        });
    return metadata;
  }

  /** In UTC, as the protocol has it: a time of another zone is a sign of a sender that errs. */
  private static Optional<Instant> created(JsonNode item) {
    return text(item, "createdAt")
        .map(text -> {
          try {
            OffsetDateTime time = OffsetDateTime.parse(text);
            if (time.getOffset().equals(ZoneOffset.UTC)) {
              return Instant.ofEpochMilli(time.toInstant().toEpochMilli());
            }
          } catch (DateTimeException | ArithmeticException bad) {
            // the same message serves
          }
          throw new Unusable(
              "createdAt: '%s' (expected: RFC 3339 in UTC, as in 2026-01-31T12:00:00.000Z)"
                  .formatted(Call.shortened(text)));
        });
  }

  private static Optional<Long> timeout(JsonNode item) {
    return field(item, "timeoutMs")
        .map(node -> {
          if (!node.isIntegralNumber()
              || !node.canConvertToLong()
              || node.longValue() < 1
              || node.longValue() > LONGEST_TIMEOUT_MS) {
            throw new Unusable(
                "timeoutMs: %s (expected: milliseconds, from 1 to %d)"
                    .formatted(Call.shortened(node.toString()), LONGEST_TIMEOUT_MS));
          }
          return node.longValue();
        });
  }

  private static Optional<String> text(JsonNode item, String name) {
    return field(item, name)
        .map(node -> {
          if (!node.isString()) {
            throw new Unusable(
                "%s: %s (expected: a text)".formatted(name, Call.shortened(node.toString())));
          }
          return node.stringValue();
        });
  }

  private static List<String> texts(JsonNode item, String name) {
    Optional<JsonNode> list = field(item, name);
    List<String> texts = list.map(Masking::names).orElse(List.of());
    if (list.isPresent() && (!list.get().isArray() || texts.size() < list.get().size())) {
      throw new Unusable(name + " is no list of texts");
    }
    return texts;
  }

  private static Optional<JsonNode> field(JsonNode item, String name) {
    return Optional.ofNullable(item.get(name)).filter(node -> !node.isNull());
  }

  private static SubmissionAnswer refused(String reason) {
    return new SubmissionAnswer(
        Optional.empty(), Verdict.REFUSED, Optional.of(reason), Optional.empty());
  }
}
