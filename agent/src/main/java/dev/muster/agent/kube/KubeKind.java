package dev.muster.agent.kube;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Kind;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.settings.KubernetesSettings;
import dev.muster.domain.action.Signal;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code k8s.cordon}, {@code k8s.drain} and {@code k8s.uncordon} of a Node of the Kubernetes API,
 * this node's own unless {@code node} names another one. A drain cordons first, as kubectl's does,
 * and leaves the node cordoned whether it is done or fails. Where there is no API, that is the
 * output.
 */
public final class KubeKind implements Kind {

  /** What the kinds are called before the dot. */
  private static final String SCOPE = "k8s";

  private static final Pattern NODE = Pattern.compile("[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?");
  private static final Duration DRAIN = Duration.ofMinutes(2);

  /** How long an API that does not answer is asked again. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Verb verb;
  private final KubernetesSettings settings;
  private final String own;

  private KubeKind(Verb verb, KubernetesSettings settings, String own) {
    this.verb = verb;
    this.settings = settings;
    this.own = own;
  }

  private enum Verb {
    CORDON,
    DRAIN,
    UNCORDON
  }

  /**
   * @param drain with the usual values if it is something else
   * @param earlier whether the caller knows that it was cordoned before
   */
  private record Arguments(String node, KubeDrain.Plan drain, boolean earlier) {}

  /**
   * All three.
   *
   * @param agent the name of the agent's node
   */
  public static List<Kind> all(KubernetesSettings settings, String agent) {
    String own = own(settings, agent);
    return Stream.of(Verb.values()).<Kind>map(verb -> new KubeKind(verb, settings, own)).toList();
  }

  /** The name of the agent's own Node. */
  public static String own(KubernetesSettings settings, String agent) {
    return settings instanceof KubernetesSettings.Api(var kubeconfig, Optional<String> node)
        ? node.orElse(agent)
        : agent;
  }

  private static String name(Verb verb) {
    return SCOPE + "." + verb.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String name() {
    return name(verb);
  }

  @Override
  public Optional<String> refusal(JsonNode args) {
    return JsonFields.complaint("args", args, this::read);
  }

  @Override
  public Outcome execute(Execution execution) throws Exception {
    Arguments asked = JsonFields.read("args", execution.subject().args(), this::read);
    return switch (settings) {
      case KubernetesSettings.None(String why) -> {
        execution.say("left out: " + why);
        yield Outcome.done(outputs().put("changed", false).put("skipped", why));
      }
      case KubernetesSettings.Api api -> {
        try (KubeApi open = KubeApi.open(api)) {
          Notes notes = new Notes(execution.subject().folder());
          yield perform(execution, asked, new KubeNode(open, asked.node(), SCOPE, notes));
        } catch (KubeStop stop) {
          yield stop.wake() == Wake.CANCELLED ? Outcome.cancelled() : Outcome.failed(stop.why());
        } catch (IOException unusable) {
          yield Outcome.failed(String.valueOf(unusable.getMessage()));
        }
      }
    };
  }

  /** What it was before is written down, and doing it again changes nothing. */
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
    return Optional.of(verb == Verb.DRAIN ? Duration.ofHours(1) : Duration.ofMinutes(5));
  }

  private Outcome perform(Execution execution, Arguments asked, KubeNode node)
      throws KubeStop, IOException, InterruptedException {
    return switch (verb) {
      case CORDON -> cordoned(node, cordon(execution, node));
      case DRAIN -> drain(execution, asked, node);
      case UNCORDON -> uncordon(execution, asked, node);
    };
  }

  private static KubeNode.Cordon cordon(Execution execution, KubeNode node)
      throws KubeStop, IOException, InterruptedException {
    KubeNode.Cordon cordon = node.cordon(execution.control(), PATIENCE);
    if (cordon == KubeNode.Cordon.ABSENT) {
      throw new KubeStop(Wake.GO_ON, "the Kubernetes API has no Node '%s'".formatted(node.shown()));
    }
    return cordon;
  }

  private static Outcome cordoned(KubeNode node, KubeNode.Cordon cordon) {
    boolean before = cordon == KubeNode.Cordon.BEFORE;
    return Outcome.done(
        outputs().put("node", node.shown()).put("changed", !before).put("wasCordoned", before));
  }

  private static Outcome drain(Execution execution, Arguments asked, KubeNode node)
      throws KubeStop, IOException, InterruptedException {
    KubeNode.Cordon cordon = cordon(execution, node);
    try {
      int pods = node.drain(asked.drain()).run(execution.control(), new Told(execution)::tell);
      return Outcome.done(
          outputs()
              .put("node", node.shown())
              .put("changed", pods > 0 || cordon == KubeNode.Cordon.OURS)
              .put("wasCordoned", cordon == KubeNode.Cordon.BEFORE)
              .put("drained", pods));
    } catch (KubeStop stop) {
      throw new KubeStop(stop.wake(), stop.why() + "; the node stays cordoned");
    }
  }

  private static Outcome uncordon(Execution execution, Arguments asked, KubeNode node)
      throws KubeStop, InterruptedException {
    ObjectNode outputs = outputs().put("node", node.shown()).put("wasCordoned", asked.earlier());
    if (asked.earlier()) {
      execution.say("left cordoned: it was so before");
      return Outcome.done(
          outputs.put("changed", false).put("detail", "left cordoned: it was so before"));
    }
    Control control = execution.control();
    return Outcome.done(outputs.put("changed", node.uncordon(control, PATIENCE)));
  }

  /** Stores what is new. */
  private static final class Told {

    private final Execution execution;
    private String before = "";

    Told(Execution execution) {
      this.execution = execution;
    }

    void tell(String detail) {
      if (!detail.equals(before)) {
        before = detail;
        execution.say(detail);
        execution.progress(outputs().put("detail", detail));
      }
    }
  }

  private Arguments read(JsonFields args) {
    String node = args.optionalText("node").orElse(own);
    if (!NODE.matcher(node).matches()) {
      throw args.wrong(
          "node: '%s' (expected: the name of a Node, such as worker-1)".formatted(node));
    }
    boolean drains = verb == Verb.DRAIN;
    return new Arguments(
        node,
        new KubeDrain.Plan(
            (drains ? args.duration("timeout") : Optional.<Duration>empty()).orElse(DRAIN),
            drains ? args.duration("grace") : Optional.empty(),
            drains && !args.flag("force").orElse(true)
                ? KubeDrain.Bare.SPARED
                : KubeDrain.Bare.EVICTED),
        verb == Verb.UNCORDON && args.flag("wasCordoned").orElse(false));
  }

  private static ObjectNode outputs() {
    return WireFormat.JSON.createObjectNode();
  }
}
