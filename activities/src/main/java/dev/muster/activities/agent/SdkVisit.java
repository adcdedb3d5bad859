package dev.muster.activities.agent;

import dev.muster.activities.agent.SdkRequests.Found;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.SameJson;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** One visit to an agent of the SDK: a snapshot, or a submission. */
final class SdkVisit {

  /** Ten times the larger cap of the SDK: a longer list is none of its agents'. */
  private static final int MOST_LISTED = 1_000;

  private final SdkRequests requests;
  private final SdkDialect dialect;
  private final SdkMemory memory;
  private final Clock clock;

  SdkVisit(SdkRequests requests, SdkDialect dialect, SdkMemory memory, Clock clock) {
    this.requests = requests;
    this.dialect = dialect;
    this.memory = memory;
    this.clock = clock;
  }

  /**
   * What the agent lists, the queue read first: what ends between the two is on both, not on none.
   *
   * @param states of the ids, in the order of the lists, to see whether anything changed
   */
  record Lists(Set<UUID> queue, Set<UUID> finished, List<String> states) {}

  AgentAnswer<ActionSnapshot> snapshot(Since since) {
    return guarded(() ->
        dialect
            .info(requests)
            .then(this::ofThisNode)
            .then(info -> lists().then(lists -> snapshot(info, lists, since))));
  }

  AgentAnswer<Lists> lists() {
    return guarded(() ->
        requests
            .get(dialect.path("/actions/queue"))
            .then(queue ->
                requests
                    .get(dialect.path("/actions/finished"))
                    .then(finished -> new AgentAnswer.Answered<>(lists(queue, finished)))));
  }

  AgentAnswer<SubmissionAnswer> submit(ActionSubmission action) {
    return guarded(() ->
        requests
            .post(dialect.submission(action))
            .then(found ->
                switch (found) {
                  case Found.There there -> answered(action, Verdict.ACCEPTED, Optional.empty());
                  case Found.Not(int status, String reason) when status == 409 -> known(action);
                  case Found.Not(int status, String reason)
                      when SdkRequests.REFUSALS.contains(status) ->
                      answered(action, Verdict.REFUSED, Optional.of(reason));
                  case Found.Not(int status, String reason) ->
                      requests.garbage("the agent answered %d: %s".formatted(status, reason));
                }));
  }

  /** Says what is wrong instead of throwing it. */
  private <T> AgentAnswer<T> guarded(Supplier<AgentAnswer<T>> call) {
    try {
      return call.get();
    } catch (SdkJson.Malformed e) {
      return requests.garbage(e.text());
    }
  }

  private AgentAnswer<AgentInfo> ofThisNode(AgentInfo info) {
    return SnapshotCheck.problem(requests.agent(), info)
        .<AgentAnswer<AgentInfo>>map(requests::garbage)
        .orElseGet(() -> new AgentAnswer.Answered<>(info));
  }

  private Lists lists(JsonNode queue, JsonNode finished) {
    List<String> states = new ArrayList<>();
    return new Lists(ids("queue", queue, states), ids("finished", finished, states), states);
  }

  private Set<UUID> ids(String name, JsonNode list, List<String> states) {
    JsonNode items = dialect.items(list);
    if (!items.isArray()) {
      throw new SdkJson.Malformed(
          "the list '%s' is none; is this an agent of %s?"
              .formatted(name, requests.agent().protocol()));
    }
    if (items.size() > MOST_LISTED) {
      throw new SdkJson.Malformed(
          "the list '%s' has %d actions (expected: at most %d)"
              .formatted(name, items.size(), MOST_LISTED));
    }
    Set<UUID> ids = new LinkedHashSet<>();
    for (JsonNode item : items) {
      ids.add(SdkJson.id(item));
      states.add(item.toString());
    }
    return ids;
  }

  private AgentAnswer<ActionSnapshot> snapshot(AgentInfo info, Lists lists, Since since) {
    Set<UUID> needed = new LinkedHashSet<>(lists.queue());
    since.unfinished().stream().map(ActionId::value).sorted().forEach(needed::add);
    return fetch(needed)
        .then(found -> {
          boolean whole = fetchFinished(lists, since, found);
          return new AgentAnswer.Answered<>(assemble(info, found, since, whole));
        });
  }

  /** What must be known: without it, what is missing could not be told from what is lost. */
  private AgentAnswer<Map<UUID, ActionReport>> fetch(Set<UUID> ids) {
    Map<UUID, ActionReport> reports = new LinkedHashMap<>();
    for (UUID id : ids) {
      AgentAnswer<Optional<ActionReport>> answer = record(id);
      if (answer.found().isEmpty()) {
        return answer.then(never -> new AgentAnswer.Answered<>(reports));
      }
      answer.found().get().ifPresent(report -> reports.put(id, report));
    }
    return new AgentAnswer.Answered<>(reports);
  }

  /**
   * What ended and nobody here waits for, such as what somebody else gave to the agent: as much as
   * there is time for, what was never seen first. Says whether that was all.
   */
  private boolean fetchFinished(Lists lists, Since since, Map<UUID, ActionReport> found) {
    List<UUID> ids = new ArrayList<>();
    List<UUID> seen = new ArrayList<>();
    for (UUID id : lists.finished()) {
      Optional<Long> at = memory.finishedAt(requests.agent(), id);
      if (found.containsKey(id) || at.filter(ended -> ended <= since.cursor()).isPresent()) {
        continue;
      }
      (at.isEmpty() ? ids : seen).add(id);
    }
    ids.addAll(seen);
    for (UUID id : ids) {
      Optional<Optional<ActionReport>> answer =
          requests.hasTime() ? record(id).found() : Optional.empty();
      if (answer.isEmpty()) {
        return false;
      }
      answer.get().ifPresent(report -> found.put(id, report));
    }
    return true;
  }

  /** A record; empty if the agent does not have it. */
  private AgentAnswer<Optional<ActionReport>> record(UUID id) {
    return requests
        .ask(dialect.recordPath(id))
        .then(found ->
            switch (found) {
              case Found.There(JsonNode json) ->
                  new AgentAnswer.Answered<>(Optional.of(of(id, json)));
              case Found.Not(int status, String reason) when status == 404 ->
                  new AgentAnswer.Answered<>(Optional.empty());
              case Found.Not(int status, String reason) ->
                  requests.garbage(
                      "the agent answered %d to a request for action %s: %s"
                          .formatted(status, id, reason));
            });
  }

  private ActionReport of(UUID id, JsonNode json) {
    ActionReport report = dialect.record(json);
    if (!report.id().equals(id)) {
      throw new SdkJson.Malformed(
          "asked for action %s, the agent answered with %s".formatted(id, report.id()));
    }
    return report;
  }

  private ActionSnapshot assemble(
      AgentInfo info, Map<UUID, ActionReport> found, Since since, boolean whole) {
    List<ActionReport> unfinished = new ArrayList<>();
    List<ActionReport> ended = new ArrayList<>();
    long last = 0;
    for (ActionReport report : found.values()) {
      if (!report.state().isFinal()) {
        unfinished.add(report);
        continue;
      }
      long at = memory.finished(requests.agent(), report.id(), endedAt(report));
      last = Math.max(last, at);
      if (at > since.cursor() || since.unfinished().contains(new ActionId(report.id()))) {
        ended.add(report);
      }
    }
    int fingerprint = Objects.hash(info.status(), unfinished);
    unfinished.addAll(ended);
    return new ActionSnapshot(
        info,
        memory.cursor(requests.agent(), since.cursor(), whole ? last : 0, fingerprint),
        0,
        unfinished);
  }

  /** An agent whose clock is ahead must not make everything look seen that it does from now on. */
  private long endedAt(ActionReport report) {
    long now = clock.millis();
    return Math.clamp(report.finishedAt().orElse(report.receivedAt()).toEpochMilli(), 1, now);
  }

  private AgentAnswer<SubmissionAnswer> known(ActionSubmission action) {
    UUID id = action.id().orElseThrow();
    return record(id)
        .then(found -> {
          if (found.isEmpty()) {
            return requests.garbage(
                "the agent has action %s, says its answer, and does not know it".formatted(id));
          }
          ActionReport theirs = found.get();
          boolean same =
              theirs.kind().equals(action.kind()) && SameJson.same(theirs.args(), action.args());
          return new AgentAnswer.Answered<>(
              new SubmissionAnswer(
                  action.id(),
                  same ? Verdict.DUPLICATE : Verdict.CONFLICT,
                  Optional.empty(),
                  same ? Optional.empty() : found));
        });
  }

  private static AgentAnswer<SubmissionAnswer> answered(
      ActionSubmission action, Verdict verdict, Optional<String> reason) {
    return new AgentAnswer.Answered<>(
        new SubmissionAnswer(action.id(), verdict, reason, Optional.empty()));
  }
}
