package dev.muster.agent.k0s;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.settings.KubernetesSettings;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Whether the next node may be updated, as Autopilot asks before each: {@code ready} are
 * controllers whose {@code /readyz} all must answer 200; with {@code node} this node's own Node
 * must be Ready. {@code tries} says whether it is asked until that holds, or once. A Node that is
 * not there is {@code Incomplete}, which counts more than anything that is {@code NotReady}.
 */
final class K0sProbe implements Kind {

  static final String NAME = "k0s.probe";

  private static final Duration PAUSE = Duration.ofSeconds(2);
  private static final int API_PORT = 6443;

  private final K0sNode node;

  K0sProbe(K0sNode node) {
    this.node = node;
  }

  private enum Tries {
    UNTIL,
    ONCE
  }

  private record Arguments(
      List<K0sReadiness.Controller> ready, K0sReadiness.Own own, Tries tries) {}

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, K0sProbe::read);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    Arguments asked = JsonFields.read("args", execution.subject().args(), K0sProbe::read);
    Optional<String> skipped =
        asked.own() == K0sReadiness.Own.ASKED
                && node.kubernetes() instanceof KubernetesSettings.None(String why)
            ? Optional.of(why)
            : Optional.empty();
    K0sReadiness.Own own = skipped.isPresent() ? K0sReadiness.Own.LEFT_OUT : asked.own();
    K0sReadiness readiness = new K0sReadiness(node);
    String before = "";
    Wake wake = execution.control().state();
    Optional<String> last = Optional.of("NotReady: it was not asked");
    while (wake == Wake.GO_ON) {
      Optional<Optional<String>> answer =
          execution.attempt(() -> readiness.obstacle(asked.ready(), own));
      if (answer.isPresent()) {
        last = answer.get();
        if (last.isEmpty()) {
          return Outcome.done(outputs(asked, skipped));
        }
        if (asked.tries() == Tries.ONCE) {
          return Outcome.failed(last.get());
        }
        if (!last.get().equals(before)) {
          before = last.get();
          execution.say(before);
          execution.progress(WireFormat.JSON.createObjectNode().put("detail", before));
        }
      }
      wake = execution.pause(PAUSE);
    }
    return wake == Wake.CANCELLED ? Outcome.cancelled() : Outcome.failed(last.orElseThrow());
  }

  /** Asking again does no harm. */
  @Override
  public Outcome recover(Execution execution) throws Exception {
    return execute(execution);
  }

  @Override
  public Set<Signal> heeds() {
    return Set.of(Signal.CANCEL);
  }

  @Override
  public Optional<Duration> timeout() {
    return Optional.of(Duration.ofMinutes(10));
  }

  private static Arguments read(JsonFields args) {
    List<K0sReadiness.Controller> ready = new ArrayList<>();
    args.node("ready")
        .ifPresent(list -> {
          if (!list.isArray()) {
            throw args.wrong("ready: it is no list (expected: [{\"name\": …, \"address\": …}])");
          }
          for (JsonNode one : list) {
            ready.add(
                JsonFields.read(
                    "args.ready[%d]".formatted(ready.size()), one, K0sProbe::controller));
          }
        });
    return new Arguments(
        List.copyOf(ready),
        args.flag("node").orElse(false) ? K0sReadiness.Own.ASKED : K0sReadiness.Own.LEFT_OUT,
        switch (args.optionalText("tries").orElse("until")) {
          case "until" -> Tries.UNTIL;
          case "once" -> Tries.ONCE;
          case String other ->
              throw args.wrong("tries: '%s' (expected: until or once)".formatted(other));
        });
  }

  private static K0sReadiness.Controller controller(JsonFields fields) {
    return new K0sReadiness.Controller(
        fields.text("name"),
        fields.optionalText("address"),
        fields.integer("port", 1, 65535).orElse(API_PORT));
  }

  private static ObjectNode outputs(Arguments asked, Optional<String> skipped) {
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    asked.ready().forEach(one -> outputs.withArray("ready").add(one.name()));
    if (asked.own() == K0sReadiness.Own.ASKED && skipped.isEmpty()) {
      outputs.put("node", "Ready");
    }
    skipped.ifPresent(why -> outputs.put("skipped", why));
    return outputs;
  }
}
