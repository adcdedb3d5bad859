package dev.muster.agent.http;

import dev.muster.agent.node.AgentDescription;
import dev.muster.agent.store.ActionStore;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.AgentInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** {@code GET /metrics}, in the text format of Prometheus. */
final class MetricsResource implements Resource {

  private static final List<ActionState> STATES =
      List.of(
          ActionState.NEW,
          ActionState.RUNNING,
          ActionState.SUSPENDED,
          ActionState.DONE,
          ActionState.FAILED,
          ActionState.CANCELLED);

  private final ActionStore store;
  private final AgentDescription agent;
  private final LongSupplier nudges;
  private final LongAdder requests = new LongAdder();
  private final LongAdder problems = new LongAdder();
  private final LongAdder waiting = new LongAdder();

  MetricsResource(ActionStore store, AgentDescription agent, LongSupplier nudges) {
    this.store = store;
    this.agent = agent;
    this.nudges = nudges;
  }

  void request() {
    requests.increment();
  }

  void problem() {
    problems.increment();
  }

  LongAdder waiting() {
    return waiting;
  }

  @Override
  public void handle(Call call) throws IOException {
    AgentInfo info = agent.info();
    StringBuilder text = new StringBuilder();
    head(text, "info", "gauge", "The agent and its node.");
    text.append(
        "muster_agent_info{node=\"%s\",version=\"%s\",platform=\"%s\"} 1\n"
            .formatted(info.nodeId(), info.agentVersion(), info.platform()));
    head(text, "node_up", "gauge", "1 when the node is UP.");
    text.append("muster_agent_node_up{status=\"%s\"} %d\n".formatted(info.status(), up(info)));
    head(text, "actions", "gauge", "Actions in the store, by state.");
    Map<ActionState, Long> counts = store.counts();
    for (ActionState state : STATES) {
      text.append(
          "muster_agent_actions{state=\"%s\"} %d\n"
              .formatted(state, counts.getOrDefault(state, 0L)));
    }
    value(text, "cursor", "gauge", "The number of the last change.", store.changes().cursor());
    value(text, "commits_total", "counter", "Commits to the store.", store.commits());
    value(text, "requests_total", "counter", "Requests answered.", requests.sum());
    value(text, "problems_total", "counter", "Requests answered with a problem.", problems.sum());
    value(text, "waiting", "gauge", "Callers that wait for a change.", waiting.sum());
    value(text, "nudges_total", "counter", "Nudges that arrived.", nudges.getAsLong());
    Runtime memory = Runtime.getRuntime();
    value(text, "heap_bytes", "gauge", "Heap in use.", memory.totalMemory() - memory.freeMemory());
    call.answer(
        200,
        "text/plain; version=0.0.4; charset=utf-8",
        text.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static int up(AgentInfo info) {
    return switch (info.status()) {
      case UP -> 1;
      case UNHEALTHY, NODE_DOWN, UNKNOWN, UNREACHABLE, VANISHED -> 0;
    };
  }

  private static void value(StringBuilder text, String name, String type, String help, long value) {
    head(text, name, type, help);
    text.append("muster_agent_").append(name).append(' ').append(value).append('\n');
  }

  private static void head(StringBuilder text, String name, String type, String help) {
    text.append("# HELP muster_agent_%s %s\n".formatted(name, help));
    text.append("# TYPE muster_agent_%s %s\n".formatted(name, type));
  }
}
