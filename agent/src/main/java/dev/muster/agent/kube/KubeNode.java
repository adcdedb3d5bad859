package dev.muster.agent.kube;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Wake;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.shown.DurationText;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A node's object in the Kubernetes API. That somebody else had cordoned it is written down before
 * it is cordoned, here and, with the same change, on the node: neither a killed agent nor another
 * action takes its own cordon for somebody else's.
 */
public final class KubeNode {

  /** On a node that was cordoned by an agent: the scope of the kind that did it. */
  private static final String CORDONED_BY = "muster.dev/cordoned-by";

  private static final String NOTE = "cordon";
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final KubeApi api;
  private final String name;
  private final String scope;
  private final Notes notes;

  /**
   * @param scope of the kinds that take each other's cordons for their own
   */
  public KubeNode(KubeApi api, String name, String scope, Notes notes) {
    this.api = api;
    this.name = name;
    this.scope = scope;
    this.notes = notes;
  }

  /** Who cordoned the node. */
  public enum Cordon {
    /** There is no such node: a controller that runs no workloads has none. */
    ABSENT,
    /** Somebody else, before. */
    BEFORE,
    /** This action, or one like it that did not come to its end. */
    OURS
  }

  /** How the node is. */
  public sealed interface Look {

    /** There is none. */
    record Absent(String why) implements Look {}

    /** It is there. */
    record There(JsonNode node) implements Look {

      boolean isCordoned() {
        return node.path("spec").path("unschedulable").asBoolean(false);
      }

      boolean isCordonedBy(String scope) {
        return isCordoned()
            && node.path("metadata")
                .path("annotations")
                .path(CORDONED_BY)
                .asString("")
                .equals(scope);
      }

      /** Why it is not Ready; empty if it is. */
      public Optional<String> unready() {
        for (JsonNode condition : node.path("status").path("conditions")) {
          if (condition.path("type").asString("").equals("Ready")) {
            String status = condition.path("status").asString("");
            String message = condition.path("message").asString("");
            return status.equals("True")
                ? Optional.empty()
                : Optional.of(
                    "Ready=%s%s".formatted(status, message.isBlank() ? "" : ", " + message));
          }
        }
        return Optional.of("it has no condition Ready");
      }
    }
  }

  /** How the node of this name is; looks once. */
  public static Look look(KubeApi api, String name) throws KubeStop, InterruptedException {
    return look(api, name, new Patience(new Control(Optional.empty()), Duration.ZERO));
  }

  /**
   * Has nothing new be scheduled there.
   *
   * @param limit how long an API that does not answer is asked again
   */
  public Cordon cordon(Control control, Duration limit)
      throws KubeStop, IOException, InterruptedException {
    Patience patience = new Patience(control, limit);
    if (!(look(patience) instanceof Look.There there)) {
      return Cordon.ABSENT;
    }
    Optional<String> noted = notes.read(NOTE);
    if (noted.isEmpty()) {
      boolean foreign = there.isCordoned() && !there.isCordonedBy(scope);
      noted = Optional.of((foreign ? Cordon.BEFORE : Cordon.OURS).name());
      notes.write(NOTE, noted.get());
    }
    Cordon cordon = Cordon.valueOf(noted.get());
    if (cordon == Cordon.OURS && !there.isCordonedBy(scope)) {
      patch(Optional.of(true), Optional.of(scope), patience);
    }
    return cordon;
  }

  /** Who cordoned the node of this action; empty if it has not come to that. */
  public static Optional<Cordon> begun(Notes notes) throws IOException {
    return notes.read(NOTE).map(Cordon::valueOf);
  }

  /**
   * Has pods be scheduled there again, whoever cordoned it.
   *
   * @return whether it was cordoned
   */
  public boolean uncordon(Control control, Duration limit) throws KubeStop, InterruptedException {
    Patience patience = new Patience(control, limit);
    return switch (look(patience)) {
      case Look.Absent(String why) -> throw new KubeStop(Wake.GO_ON, why);
      case Look.There there -> {
        boolean cordoned = there.isCordoned();
        if (cordoned) {
          patch(Optional.of(false), Optional.empty(), patience);
        }
        yield cordoned;
      }
    };
  }

  /** Leaves it cordoned, and lets nobody take that for something that has yet to be undone. */
  public void keepCordoned(Control control, Duration limit) throws KubeStop, InterruptedException {
    patch(Optional.empty(), Optional.empty(), new Patience(control, limit));
  }

  /** Its pods are evicted by this. */
  public KubeDrain drain(KubeDrain.Plan plan) {
    return new KubeDrain(api, name, notes, plan);
  }

  /** Its name, for people. */
  public String shown() {
    return name;
  }

  private void patch(Optional<Boolean> unschedulable, Optional<String> by, Patience patience)
      throws KubeStop, InterruptedException {
    ObjectNode patch = WireFormat.JSON.createObjectNode();
    ObjectNode annotations = patch.putObject("metadata").putObject("annotations");
    by.ifPresentOrElse(
        text -> annotations.put(CORDONED_BY, text), () -> annotations.putNull(CORDONED_BY));
    unschedulable.ifPresent(is -> patch.putObject("spec").put("unschedulable", is));
    patience.ask(() -> api.patchNode(name, patch));
  }

  private Look look(Patience patience) throws KubeStop, InterruptedException {
    return look(api, name, patience);
  }

  private static Look look(KubeApi api, String name, Patience patience)
      throws KubeStop, InterruptedException {
    KubeAnswer answer = patience.askEither(() -> api.node(name), 404);
    return answer instanceof KubeAnswer.Ok(JsonNode node)
        ? new Look.There(node)
        : new Look.Absent("%s has no Node '%s'".formatted(api.server(), name));
  }

  /** A question to the API. */
  interface Question {
    KubeAnswer ask() throws InterruptedException;
  }

  /** Asks again while the API is away, until the limit or the action's end. */
  record Patience(Control control, long end, Duration limit) {

    Patience(Control control, Duration limit) {
      this(control, System.nanoTime() + limit.toNanos(), limit);
    }

    JsonNode ask(Question question) throws KubeStop, InterruptedException {
      return switch (askEither(question, 0)) {
        case KubeAnswer.Ok(JsonNode body) -> body;
        case KubeAnswer other -> throw new IllegalStateException("was not let through: " + other);
      };
    }

    /** An answer, or a refusal with this code. */
    KubeAnswer askEither(Question question, int code) throws KubeStop, InterruptedException {
      while (true) {
        KubeAnswer answer = question.ask();
        String why =
            switch (answer) {
              case KubeAnswer.Ok ok -> "";
              case KubeAnswer.Refused refused when refused.code() == code -> "";
              case KubeAnswer.Refused refused when !refused.isPassing() ->
                  throw new KubeStop(
                      Wake.GO_ON, "the Kubernetes API refuses: %s".formatted(refused.message()));
              case KubeAnswer.Refused refused -> refused.message();
              case KubeAnswer.Unreachable(String reason) -> reason;
            };
        if (why.isEmpty()) {
          return answer;
        }
        if (System.nanoTime() + RETRY.toNanos() > end) {
          throw new KubeStop(
              Wake.GO_ON,
              limit.isZero() ? why : "%s, for %s".formatted(why, DurationText.print(limit)));
        }
        Wake wake = control.pause(RETRY);
        if (wake != Wake.GO_ON) {
          throw new KubeStop(wake, why);
        }
      }
    }
  }
}
