package dev.muster.agent.hosting;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.json.BadField;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.settings.HostingSettings;
import dev.muster.agent.settings.Settings;
import dev.muster.domain.action.Signal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * {@code member.create}, {@code .delete}, {@code .check}, {@code .update} and {@code .recover}:
 * members that are agents of their own on this host, each with a service if its spec has one.
 * Idempotent by the member's name, and by the action: what an action wrote to the member's record
 * it does not write again.
 */
public final class HostingKind implements Kind {

  private final Verb verb;
  private final HostingSettings settings;
  private final Settings provider;

  private HostingKind(Verb verb, HostingSettings settings, Settings provider) {
    this.verb = verb;
    this.settings = settings;
    this.provider = provider;
  }

  private enum Verb {
    CREATE,
    DELETE,
    CHECK,
    UPDATE,
    RECOVER
  }

  /** All five. */
  public static List<Kind> all(HostingSettings settings, Settings provider) {
    return Stream.of(Verb.values())
        .<Kind>map(verb -> new HostingKind(verb, settings, provider))
        .toList();
  }

  private static String name(Verb verb) {
    return "member." + verb.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String name() {
    return name(verb);
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    try {
      request(args);
      return Optional.empty();
    } catch (BadField bad) {
      return Optional.ofNullable(bad.getMessage());
    }
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    try (HostedFolders folders = HostedFolders.take(settings)) {
      HostingRequest request = request(execution.subject().args());
      HostingWork work = new HostingWork(provider, settings, folders, execution);
      work.finishRemovals();
      return switch (verb) {
        case CREATE -> work.create(request);
        case DELETE -> work.delete(request);
        case CHECK -> work.check(request);
        case UPDATE -> work.update(request);
        case RECOVER -> work.recover(request);
      };
    } catch (IOException | BadField impossible) {
      return Outcome.failed(String.valueOf(impossible.getMessage()));
    }
  }

  /** The record says what this action has done of it. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  /** What goes must go to its end. */
  @Override
  public Set<Signal> heeds() {
    return switch (verb) {
      case CREATE, UPDATE, RECOVER -> Set.of(Signal.CANCEL);
      case DELETE, CHECK -> Set.of();
    };
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(
        switch (verb) {
          case CREATE, DELETE, UPDATE, RECOVER -> Duration.ofMinutes(5);
          case CHECK -> Duration.ofMinutes(1);
        });
  }

  private HostingRequest request(JsonNode args) {
    HostingRequest request = JsonFields.read("args", args, this::read);
    boolean takesSpec =
        switch (verb) {
          case CREATE, UPDATE -> true;
          case DELETE, CHECK -> false;
          case RECOVER -> request.operation().equals(Optional.of(HostedMember.Operation.RECREATE));
        };
    if (takesSpec) {
      request.requireFit(settings, provider.permissions());
    }
    return request;
  }

  private HostingRequest read(JsonFields fields) {
    HostingRequest request = HostingRequest.read(fields);
    if (verb == Verb.CREATE && (request.cluster().isEmpty() || request.index().isEmpty())) {
      throw fields.wrong("cluster and index are missing: which member of which cluster this is");
    }
    if (verb == Verb.RECOVER && request.operation().isEmpty()) {
      throw fields.wrong("operation is missing (expected: REBOOT, REBUILD or RECREATE)");
    }
    return request;
  }
}
