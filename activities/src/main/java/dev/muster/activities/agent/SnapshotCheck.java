package dev.muster.activities.agent;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;
import dev.muster.domain.protocol.AgentInfo;
import dev.muster.domain.protocol.SubmissionAnswer;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks what agents say before anything is made of it: JSON of the right shape may still lack what
 * the protocol promises.
 */
final class SnapshotCheck {

  private static final Instant END_OF_TIME = Instant.parse("9999-12-31T23:59:59Z");

  private SnapshotCheck() {}

  /** What is wrong with a snapshot that claims to be of {@code agent}'s node; empty if nothing. */
  static Optional<String> problem(AgentEndpoint agent, @Nullable ActionSnapshot snapshot) {
    if (snapshot == null || absent(snapshot.info()) || absent(snapshot.actions())) {
      return Optional.of(
          "the answer has no 'info' or no 'actions'; is this a muster-agent/v1 agent?");
    }
    Optional<String> stranger = problem(agent, snapshot.info());
    if (stranger.isPresent()) {
      return stranger;
    }
    if (snapshot.cursor() < 1) {
      return Optional.of("cursor %d (expected: >= 1)".formatted(snapshot.cursor()));
    }
    return snapshot.actions().stream().flatMap(action -> problem(action).stream()).findFirst();
  }

  /** What is wrong with an agent that is to be of {@code agent}'s node; empty if nothing. */
  static Optional<String> problem(AgentEndpoint agent, AgentInfo info) {
    if (Stream.of(info.nodeId(), info.epoch(), info.status()).anyMatch(Objects::isNull)) {
      return Optional.of("the answer's 'info' lacks nodeId, epoch or status");
    }
    if (!info.nodeId().equals(agent.node().value())) {
      return Optional.of(
          "the agent there looks after node '%s', not '%s'; correct the node's agent address"
              .formatted(info.nodeId(), agent.node()));
    }
    if (info.status() == NodeStatus.VANISHED) {
      return Optional.of("the agent says that its node VANISHED, which only a discovery can");
    }
    boolean whole =
        Stream.of(info.agentVersion(), info.platform()).allMatch(Objects::nonNull)
            && isWhole(info.attributes())
            && isWhole(info.kinds())
            && info.sensitive().map(SnapshotCheck::isWhole).orElse(true);
    return whole
        ? Optional.empty()
        : Optional.of(
            "the answer's 'info' lacks agentVersion, platform, attributes or kinds, or a value in one of them");
  }

  /** What is wrong with the answers to {@code sent} submissions; empty if nothing. */
  static Optional<String> problem(int sent, @Nullable List<SubmissionAnswer> answers) {
    if (answers == null || answers.size() != sent) {
      return Optional.of(
          "%d actions were sent, %d answers came back"
              .formatted(sent, answers == null ? 0 : answers.size()));
    }
    return answers.stream().anyMatch(answer -> absent(answer) || absent(answer.result()))
        ? Optional.of("an answer to a submission has no 'result'")
        : Optional.empty();
  }

  private static Optional<String> problem(ActionReport action) {
    if (absent(action) || absent(action.id())) {
      return Optional.of("an action without 'id'");
    }
    boolean whole =
        Stream.of(action.kind(), action.args(), action.createdAt(), action.receivedAt())
            .allMatch(Objects::nonNull);
    if (!whole) {
      return Optional.of("action %s lacks kind, args or times".formatted(action.id()));
    }
    try {
      new ActionKind(action.kind());
    } catch (IllegalArgumentException e) {
      return Optional.of("action %s: %s".formatted(action.id(), e.getMessage()));
    }
    if (!isAgentState(action.state())) {
      return Optional.of(
          "action %s is '%s', which is no state of an agent"
              .formatted(action.id(), action.state()));
    }
    if (!(absent(action.metadata()) || isWhole(action.metadata()))) {
      return Optional.of("action %s has metadata without a value".formatted(action.id()));
    }
    if (action.error().filter(error -> !isWhole(error)).isPresent()) {
      return Optional.of("the error of action %s lacks message or causes".formatted(action.id()));
    }
    return Stream.of(
            Optional.of(action.createdAt()),
            Optional.of(action.receivedAt()),
            action.startedAt(),
            action.finishedAt())
        .flatMap(Optional::stream)
        .filter(at -> !isTime(at))
        .findFirst()
        .map(at -> "action %s: %s is no time of an action".formatted(action.id(), at));
  }

  /**
   * Whether a time can be recorded and shown. Clocks may be wrong; there is nothing before
   * computers count time, and RFC 3339 has no years of five digits.
   */
  static boolean isTime(Instant at) {
    return !at.isBefore(Instant.EPOCH) && at.isBefore(END_OF_TIME);
  }

  private static boolean isWhole(ActionReport.Failure error) {
    return !absent(error.message()) && isWhole(error.causes());
  }

  private static boolean isWhole(@Nullable List<String> texts) {
    return texts != null && texts.stream().noneMatch(SnapshotCheck::absent);
  }

  private static boolean isWhole(@Nullable Map<String, String> texts) {
    return texts != null && texts.values().stream().noneMatch(SnapshotCheck::absent);
  }

  private static boolean isAgentState(@Nullable ActionState state) {
    return state != null
        && switch (state) {
          case NEW, RUNNING, SUSPENDED, DONE, FAILED, CANCELLED -> true;
          case PENDING_APPROVE, WAITING, WAITING_LIFECYCLE_COMPLETION, PENDING_SCHEDULE, LOST ->
              false;
        };
  }

  private static boolean absent(@Nullable Object part) {
    return part == null;
  }
}
