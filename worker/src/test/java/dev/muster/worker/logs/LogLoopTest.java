package dev.muster.worker.logs;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.activities.agent.AgentAnswer;
import dev.muster.activities.agent.AgentEndpoint;
import dev.muster.activities.agent.LogPiece;
import dev.muster.activities.agent.LogPiece.More;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.AgentProtocol;
import dev.muster.domain.cluster.AgentProtocol.Ability;
import dev.muster.domain.cluster.NodeId;
import dev.muster.records.Records;
import dev.muster.records.RecordsFixture;
import dev.muster.records.TestDatabase;
import dev.muster.records.actions.NewAction;
import dev.muster.records.logs.LogChunk;
import dev.muster.records.logs.LogRecord;
import dev.muster.records.logs.LogState;
import dev.muster.worker.discovery.SettableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

final class LogLoopTest {

  private static final int MIB = 1 << 20;

  private final TestDatabase database = TestDatabase.fresh();
  private final Records records = database.records();
  private final RecordsFixture prod = RecordsFixture.cluster(records, "prod", 2);
  private final SettableClock clock = new SettableClock(T0);
  private final FakeLogs agents = new FakeLogs();
  private LogLoop loop = loop();

  @BeforeEach
  void start() {
    assertThat(records.logFetching().due(T0, 10)).isEmpty();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void theLogOfAnActionThatEndedIsFetchedAndKept() throws InterruptedException {
    ActionId action = ended(0);
    agents.printed(action, "one\ntwo\n");
    look();
    assertThat(log(action).state()).isEqualTo(LogState.KEPT);
    assertThat(text(action)).isEqualTo("one\ntwo\n");
    agents.asked.clear();
    look();
    assertThat(agents.asked).as("once").isEmpty();
  }

  @Test
  void whatWasNotFetchedWhenTheProcessDiedIsFetchedByTheNext() throws InterruptedException {
    ActionId action = ended(0);
    agents.printed(action, "x".repeat(3 * MIB));
    agents.dieAfter = 1;
    look();
    assertThat(log(action).state()).isEqualTo(LogState.WANTED);
    assertThat(log(action).fetched()).isPositive();
    agents.dieAfter = Integer.MAX_VALUE;
    loop = loop();
    look();
    assertThat(log(action).state()).isEqualTo(LogState.KEPT);
    assertThat(log(action).fetched()).isEqualTo(3 * MIB);
  }

  @Test
  void ofALogThatIsTooLongTheBeginningAndTheEndAreKept() throws InterruptedException {
    ActionId action = ended(0);
    StringBuilder printed = new StringBuilder();
    for (int i = 0; i < 500_000; i++) {
      printed.append("line ").append(i).append('\n');
    }
    agents.printed(action, printed.toString());
    look();
    List<LogChunk> chunks = records.actionLogs().chunks(action, 0, 1_000);
    long head = 0;
    for (LogChunk chunk : chunks) {
      head = chunk.start() == head ? chunk.end() : head;
    }
    assertThat(head).isEqualTo(MIB / 4);
    assertThat(chunks.stream().mapToInt(chunk -> chunk.bytes().length).sum())
        .isBetween(MIB, MIB + 256 * 1024);
    LogChunk last = chunks.getLast();
    assertThat(new String(last.bytes(), StandardCharsets.UTF_8))
        .isEqualTo(printed.substring((int) last.start()));
    assertThat(agents.asked.size()).as("what is not kept is not asked for").isLessThan(5);
  }

  @Test
  void anAgentThatIsAwayIsAskedAgainLaterAndOnceForAllItsLogs() throws InterruptedException {
    ActionId first = ended(0);
    ActionId second = ended(0);
    ActionId other = ended(1);
    agents.printed(first, "a");
    agents.printed(second, "b");
    agents.printed(other, "c");
    agents.away.add(RecordsFixture.node(0));
    look();
    assertThat(log(other).state()).isEqualTo(LogState.KEPT);
    assertThat(log(first).error()).contains("connection refused");
    assertThat(log(second).error()).contains("connection refused");
    assertThat(agents.asked).as("one of each node").hasSize(2);
    agents.away.clear();
    look();
    assertThat(log(first).state()).as("not at once").isEqualTo(LogState.WANTED);
    clock.advance(Duration.ofSeconds(2));
    look();
    assertThat(text(first) + text(second)).isEqualTo("ab");
  }

  @Test
  void whatTheAgentHasForgottenOrWhoseNodeIsGoneIsGivenUpWithTheReason()
      throws InterruptedException {
    ActionId forgotten = ended(0);
    ActionId removed = ended(1);
    agents.printed(removed, "b");
    database.sql("delete from nodes where id = '%s'".formatted(RecordsFixture.node(1)));
    look();
    assertThat(log(forgotten).state()).isEqualTo(LogState.GIVEN_UP);
    assertThat(log(forgotten).error().orElseThrow()).contains("no longer knows the action");
    assertThat(log(removed).state()).isEqualTo(LogState.GIVEN_UP);
    assertThat(log(removed).error().orElseThrow()).contains("the node was removed");
    agents.asked.clear();
    clock.advance(Duration.ofDays(1));
    look();
    assertThat(agents.asked).isEmpty();
  }

  @Test
  void whatIsFollowedIsFetchedWhileItExecutesWithItsTime() throws InterruptedException {
    ActionId action = running(0);
    agents.printed(action, "so far\n");
    look();
    assertThat(agents.asked).as("nobody follows").isEmpty();
    records
        .actionLogs()
        .follow(action, AgentProtocol.namesWith(Ability.LOG), clock.instant().plusSeconds(20));
    agents.more.put(
        action,
        () -> {
          agents.more.remove(action);
          agents.printed(action, "so far\nand the end\n");
          agents.ended.add(action);
        });
    agents.executing.add(action);
    look();
    assertThat(text(action)).isEqualTo("so far\nand the end\n");
    assertThat(records.actionLogs().chunks(action, 0, 1).getFirst().at()).contains(T0);
    assertThat(log(action).state()).isEqualTo(LogState.KEPT);
  }

  @Test
  void whatEndedWhileItWasFollowedIsFetchedAlsoIfNobodySaidThatItPrinted()
      throws InterruptedException {
    ActionId action = running(0);
    agents.printed(action, "x");
    records
        .actionLogs()
        .follow(action, AgentProtocol.namesWith(Ability.LOG), clock.instant().plusSeconds(1));
    clock.advance(Duration.ofSeconds(2));
    look();
    assertThat(log(action).state()).isEqualTo(LogState.OPEN);
    finish(action);
    look();
    assertThat(log(action).state()).isEqualTo(LogState.KEPT);
  }

  private void look() throws InterruptedException {
    for (Thread each : loop.look()) {
      each.join();
    }
  }

  private LogLoop loop() {
    return new LogLoop(
        records, agents, new LogSettings(DataSize.ofMegabytes(1), DataSize.ofMegabytes(16)), clock);
  }

  private ActionId running(int node) {
    NewAction action =
        prod.action(RecordsFixture.node(node), ActionState.PENDING_SCHEDULE, T0.minusSeconds(9));
    records.actions().insert(List.of(action));
    database.sql(
        "update actions set state = 'RUNNING', pushed_at = now() where id = '%s'"
            .formatted(action.id()));
    return action.id();
  }

  private ActionId ended(int node) {
    ActionId action = running(node);
    finish(action);
    records.actionLogs().want(List.of(action), clock.instant());
    return action;
  }

  private void finish(ActionId action) {
    database.sql(
        "update actions set state = 'DONE', finished_at = now() where id = '%s'".formatted(action));
  }

  private LogRecord log(ActionId action) {
    return records.actionLogs().find(action).orElseThrow();
  }

  private String text(ActionId action) {
    StringBuilder text = new StringBuilder();
    for (LogChunk chunk : records.actionLogs().chunks(action, 0, 1_000)) {
      text.append(new String(chunk.bytes(), StandardCharsets.UTF_8));
    }
    return text.toString();
  }

  /** Agents that have what was printed. */
  private static final class FakeLogs implements LogLoop.Asked {
    private final Map<ActionId, byte[]> logs = new ConcurrentHashMap<>();
    private final Map<ActionId, Runnable> more = new ConcurrentHashMap<>();
    private final List<ActionId> executing = new CopyOnWriteArrayList<>();
    private final List<ActionId> ended = new CopyOnWriteArrayList<>();
    private final List<NodeId> away = new CopyOnWriteArrayList<>();
    private final List<ActionId> asked = new CopyOnWriteArrayList<>();
    private volatile int dieAfter = Integer.MAX_VALUE;

    void printed(ActionId action, String text) {
      logs.put(action, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public AgentAnswer<LogPiece> log(
        AgentEndpoint agent, ActionId action, long offset, Duration wait) {
      asked.add(action);
      if (asked.size() > dieAfter) {
        throw new IllegalStateException("killed");
      }
      if (away.contains(agent.node())) {
        return new AgentAnswer.Unreachable<>("connection refused");
      }
      byte[] all = logs.get(action);
      if (all == null) {
        return new AgentAnswer.Answered<>(new LogPiece.Unknown());
      }
      int end = (int) Math.min(all.length, offset + MIB);
      byte[] bytes = Arrays.copyOfRange(all, (int) offset, end);
      boolean last = end == all.length && (!executing.contains(action) || ended.contains(action));
      if (bytes.length == 0 && more.containsKey(action)) {
        more.get(action).run();
      }
      return new AgentAnswer.Answered<>(
          new LogPiece.Some(offset, bytes, end, all.length, last ? More.NONE : More.SOME));
    }
  }
}
