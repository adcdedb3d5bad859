package dev.muster.agent.k0s;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.kube.KubeApi;
import dev.muster.agent.kube.KubeNode;
import dev.muster.agent.kube.KubeStop;
import dev.muster.agent.settings.KubernetesSettings;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * That a node takes and has pods: ended before its binary is exchanged, and begun again after it.
 * Left out, and said so, where there is no Kubernetes API or no Node object in it.
 */
final class K0sDuty {

  /** Of the kinds that may take each other's cordons for their own. */
  private static final String SCOPE = "k0s";

  /** {@code yes}, {@code was}, or {@code no: } and why. */
  private static final String CORDONED = "cordoned";

  private static final String DRAINED = "drained";
  private static final String YES = "yes";
  private static final String WAS = "was";
  private static final String NO = "no: ";

  private static final Duration UNDO = Duration.ofMinutes(1);
  private static final Duration UNCORDON = Duration.ofMinutes(10);

  private final K0sNode node;
  private final K0sArgs.Update asked;
  private final Control control;
  private final Notes notes;
  private final K0sReport report;

  K0sDuty(K0sNode node, K0sArgs.Update asked, Control control, Notes notes, K0sReport report) {
    this.node = node;
    this.asked = asked;
    this.control = control;
    this.notes = notes;
    this.report = report;
  }

  /** Ends it; or says how the action ended instead. */
  Optional<Outcome> drain() throws IOException, InterruptedException {
    if (notes.read(DRAINED).isPresent()) {
      return Optional.empty();
    }
    return switch (node.kubernetes()) {
      case KubernetesSettings.None(String why) -> {
        leftOut(why);
        yield Optional.empty();
      }
      case KubernetesSettings.Api api -> {
        report.begins(K0sPhase.CORDONING, "cordoning " + node.name());
        try (KubeApi open = KubeApi.open(api)) {
          yield drain(kube(open));
        } catch (KubeStop stop) {
          yield Optional.of(stopped(stop.wake(), K0sPhase.CORDONING, stop.why()));
        } catch (IOException unusable) {
          yield Optional.of(
              stopped(Wake.GO_ON, K0sPhase.CORDONING, String.valueOf(unusable.getMessage())));
        }
      }
    };
  }

  private Optional<Outcome> drain(KubeNode kube)
      throws KubeStop, IOException, InterruptedException {
    KubeNode.Cordon cordon = kube.cordon(control, asked.plan().timeout());
    if (cordon == KubeNode.Cordon.ABSENT) {
      leftOut(
          "the Kubernetes API has no Node '%s', as of a controller without workloads"
              .formatted(node.name()));
      return Optional.empty();
    }
    String pods = "0";
    if (asked.drain() == K0sArgs.Drain.SKIPPED) {
      report.detail("cordoned; its pods stay, as asked");
    } else {
      pods = String.valueOf(kube.drain(asked.plan()).run(control, report::detail));
      report.detail("cordoned and drained: %s pods gone".formatted(pods));
    }
    notes.write(CORDONED, cordon == KubeNode.Cordon.BEFORE ? WAS : YES);
    notes.write(DRAINED, pods);
    return Optional.empty();
  }

  private void leftOut(String why) throws IOException {
    report.begins(K0sPhase.CORDONING, "skipped: " + why);
    notes.write(CORDONED, NO + why);
    notes.write(DRAINED, "0");
  }

  /** Begins it again; or says why it could not. */
  Optional<Outcome> giveBack() throws InterruptedException, IOException {
    String cordoned = notes.read(CORDONED).orElseThrow();
    if (cordoned.startsWith(NO)) {
      report.begins(K0sPhase.UNCORDONING, "skipped: " + cordoned.substring(NO.length()));
      return Optional.empty();
    }
    if (cordoned.equals(WAS)) {
      report.begins(K0sPhase.UNCORDONING, "left cordoned: it was so before");
      return Optional.empty();
    }
    boolean keeps = asked.afterwards() == K0sArgs.Afterwards.KEPT_CORDONED;
    report.begins(
        K0sPhase.UNCORDONING, keeps ? "left cordoned, as asked" : "uncordoning " + node.name());
    Duration limit = atMost(control, UNCORDON);
    Control own = new Control(Optional.of(limit));
    try (KubeApi open = KubeApi.open((KubernetesSettings.Api) node.kubernetes())) {
      if (keeps) {
        kube(open).keepCordoned(own, limit);
      } else {
        kube(open).uncordon(own, limit);
      }
      return Optional.empty();
    } catch (KubeStop | IOException impossible) {
      return Optional.of(
          report.failed(K0sPhase.UNCORDONING, "%s%s".formatted(impossible.getMessage(), byHand())));
    }
  }

  /** The action ends before the exchange: the node is as it was, if that can be had. */
  Outcome stopped(Wake wake, K0sPhase phase, String why) throws IOException, InterruptedException {
    String after = undo();
    return wake == Wake.CANCELLED
        ? Outcome.cancelled()
            .with(
                WireFormat.JSON
                    .createObjectNode()
                    .put("phase", phase.word())
                    .put("detail", "cancelled" + after))
        : report.failed(phase, why + after);
  }

  private String undo() throws IOException, InterruptedException {
    Optional<KubeNode.Cordon> begun = KubeNode.begun(notes);
    if (begun.isEmpty() || !(node.kubernetes() instanceof KubernetesSettings.Api api)) {
      return "; nothing was changed";
    }
    if (begun.get() == KubeNode.Cordon.BEFORE) {
      return "; %s stays cordoned, as it was before".formatted(node.name());
    }
    if (asked.afterwards() == K0sArgs.Afterwards.KEPT_CORDONED) {
      return "; %s stays cordoned, as asked".formatted(node.name());
    }
    try (KubeApi open = KubeApi.open(api)) {
      kube(open).uncordon(new Control(Optional.of(UNDO)), UNDO);
      return "; %s is uncordoned again".formatted(node.name());
    } catch (KubeStop | IOException impossible) {
      return "; %s%s".formatted(impossible.getMessage(), byHand());
    }
  }

  /** What a failure after the exchange leaves. */
  String stays() throws IOException {
    return notes
        .read(CORDONED)
        .filter(text -> !text.startsWith(NO))
        .map(text -> "; %s stays cordoned".formatted(node.name()))
        .orElse("");
  }

  void tell(ObjectNode outputs) throws IOException {
    outputs.put("cordoned", notes.read(CORDONED).orElseThrow());
    outputs.put("drained", Integer.parseInt(notes.read(DRAINED).orElseThrow()));
  }

  /** What is left of the action's time, within a limit of its own. */
  static Duration atMost(Control control, Duration most) {
    return control.left().filter(left -> left.compareTo(most) < 0).orElse(most);
  }

  private String byHand() {
    return "; %s may still be cordoned: kubectl uncordon %s".formatted(node.name(), node.name());
  }

  private KubeNode kube(KubeApi api) {
    return new KubeNode(api, node.name(), SCOPE, notes);
  }
}
