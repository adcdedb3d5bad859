package dev.muster.activities.fake;

import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.ActionSubmission;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.SubmissionAnswer;
import dev.muster.domain.protocol.SubmissionAnswer.Verdict;
import dev.muster.domain.sensitive.Masking;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;

/** What a {@link FakeAgent} holds; every change moves its cursor. */
final class FakeStore {

  private record Held(ActionReport report, long changedAt) {}

  private final String node;
  private final Map<UUID, Held> actions = new LinkedHashMap<>();
  private UUID epoch = UUID.randomUUID();
  private NodeStatus status = NodeStatus.UP;
  private long cursor = 1;
  private long completeSince;
  private Optional<String> refusal = Optional.empty();
  private boolean discreet;
  private final Map<UUID, Masking> maskings = new HashMap<>();

  FakeStore(String node) {
    this.node = node;
  }

  synchronized void refuse(String reason) {
    refusal = Optional.of(reason);
  }

  synchronized void discreet() {
    discreet = true;
  }

  synchronized void status(NodeStatus now) {
    status = now;
    changed();
  }

  synchronized void clear() {
    actions.clear();
    epoch = UUID.randomUUID();
    cursor = 0;
    changed();
  }

  synchronized void forget(ActionId id) {
    actions.remove(id.value());
    changed();
  }

  synchronized void purge(ActionId id) {
    forget(id);
    completeSince = cursor;
  }

  synchronized void put(ActionReport report) {
    changed();
    actions.put(report.id(), new Held(report, cursor));
  }

  synchronized boolean holds(ActionId id) {
    return actions.containsKey(id.value());
  }

  synchronized ActionReport get(ActionId id) {
    return Optional.ofNullable(actions.get(id.value())).map(Held::report).orElseThrow();
  }

  synchronized List<ActionReport> all() {
    return actions.values().stream().map(Held::report).toList();
  }

  /** Moves an action on. */
  synchronized void become(
      ActionId id,
      ActionState state,
      Optional<JsonNode> payload,
      Optional<ActionReport.Failure> error) {
    ActionReport old = get(id);
    Instant now = now();
    put(
        new ActionReport(
            old.id(),
            old.kind(),
            old.args(),
            old.metadata(),
            old.createdAt(),
            old.receivedAt(),
            Optional.of(old.startedAt().orElse(now)),
            state.isFinal() ? Optional.of(now) : Optional.empty(),
            state,
            payload.or(old::payload),
            error,
            error.map(failure -> 1),
            old.origin(),
            Optional.empty(),
            state.isFinal() ? Optional.of(0L) : Optional.empty()));
  }

  synchronized SubmissionAnswer accept(ActionSubmission submission) {
    UUID id = submission.id().orElseGet(UUID::randomUUID);
    Optional<ActionReport> old = Optional.ofNullable(actions.get(id)).map(Held::report);
    if (old.isPresent()) {
      ActionReport known = old.get();
      return known.kind().equals(submission.kind()) && known.args().equals(submission.args())
          ? answer(id, Verdict.DUPLICATE, Optional.empty(), Optional.empty())
          : answer(id, Verdict.CONFLICT, Optional.empty(), old.map(this::shown));
    }
    if (refusal.isPresent()) {
      return answer(id, Verdict.REFUSED, refusal, Optional.empty());
    }
    put(fresh(id, submission));
    maskings.put(id, Masking.NONE.with(submission.sensitive().orElse(List.of())));
    return answer(id, Verdict.ACCEPTED, Optional.empty(), Optional.empty());
  }

  /** Waits until something is newer than {@code since}, at most for {@code atMost}. */
  synchronized ActionSnapshot snapshot(long since, Duration atMost) throws InterruptedException {
    long until = System.nanoTime() + atMost.toNanos();
    while (cursor <= since && System.nanoTime() < until) {
      wait(Math.max(1, (until - System.nanoTime()) / 1_000_000));
    }
    List<ActionReport> reports = new ArrayList<>();
    actions.values().stream()
        .filter(held -> !held.report().state().isFinal())
        .forEach(held -> reports.add(shown(held.report())));
    actions.values().stream()
        .filter(held -> held.report().state().isFinal() && held.changedAt() > since)
        .forEach(held -> reports.add(shown(held.report())));
    return new ActionSnapshot(info(), cursor, completeSince, reports);
  }

  /** As a real agent shows it: without what it was told to keep to itself. */
  private ActionReport shown(ActionReport real) {
    Masking masking = discreet ? maskings.getOrDefault(real.id(), Masking.NONE) : Masking.NONE;
    return new ActionReport(
        real.id(),
        real.kind(),
        masking.shown(real.args()),
        real.metadata(),
        real.createdAt(),
        real.receivedAt(),
        real.startedAt(),
        real.finishedAt(),
        real.state(),
        real.payload().map(masking::shown),
        real.error().map(masking::shown),
        real.exitCode(),
        real.origin(),
        real.transitions(),
        real.logBytes());
  }

  private AgentInfo info() {
    return new AgentInfo(
        node,
        "test",
        epoch,
        "linux-amd64",
        status,
        Optional.empty(),
        Map.of(),
        List.of("test.success"),
        discreet ? Optional.of(List.of()) : Optional.empty());
  }

  private void changed() {
    cursor++;
    notifyAll();
  }

  private static SubmissionAnswer answer(
      UUID id, Verdict verdict, Optional<String> reason, Optional<ActionReport> known) {
    return new SubmissionAnswer(Optional.of(id), verdict, reason, known);
  }

  private static ActionReport fresh(UUID id, ActionSubmission submission) {
    return new ActionReport(
        id,
        submission.kind(),
        submission.args(),
        submission.metadata(),
        submission.createdAt().orElseGet(FakeStore::now),
        now(),
        Optional.empty(),
        Optional.empty(),
        ActionState.NEW,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        submission.origin().orElse("direct"),
        Optional.empty());
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MILLIS);
  }
}
