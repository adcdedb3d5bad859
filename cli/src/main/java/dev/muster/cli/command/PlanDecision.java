package dev.muster.cli.command;

import dev.muster.cli.follow.PlanView;
import dev.muster.cli.follow.RunView;
import dev.muster.cli.rest.ApiFailure;
import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a person decides about a plan of Autopilot while it runs. A plan is carried out by a run, so
 * that is what is decided about.
 */
abstract class PlanDecision implements Callable<Integer> {
  private final Session session;
  private final String verb;
  private final String done;

  @Mixin private PlanPlace place = new PlanPlace();

  @Option(names = "--why", paramLabel = "TEXT", description = "Kept in the history.")
  private Optional<String> why = Optional.empty();

  private PlanDecision(Session session, String verb, String done) {
    this.session = session;
    this.verb = verb;
    this.done = done;
  }

  @Command(
      name = "pause",
      description = {
        "Pauses a plan: nobody new is signalled, nothing is interrupted.",
        "Whoever looks by the Kubernetes API sees SchedulableWait, with the reason in the",
        "description."
      },
      footer = {"", "Example:", "  muster k0s pause --cluster prod --why \"load\""})
  static final class Pause extends PlanDecision {
    Pause(Session session) {
      super(session, "pause", "paused");
    }
  }

  @Command(
      name = "resume",
      description = "Lets a plan that was paused go on.",
      footer = {"", "Example:", "  muster k0s resume --cluster prod"})
  static final class Resume extends PlanDecision {
    Resume(Session session) {
      super(session, "resume", "resumed");
    }
  }

  @Command(
      name = "cancel",
      description = {
        "Cancels a plan: nobody new is signalled, and what runs on nodes ends.",
        "The plan stays, and can be tried again: muster k0s retry."
      },
      footer = {"", "Example:", "  muster k0s cancel --cluster prod --why \"wrong version\""})
  static final class Cancel extends PlanDecision {
    Cancel(Session session) {
      super(session, "cancel", "cancelled");
    }
  }

  @Override
  public final Integer call() {
    PlanView plan = PlanView.parse(session.api().get(place.path()).json());
    if (plan.run().isEmpty()) {
      throw ApiFailure.refused(
          "Plan %s of %s has no run to %s: it is %s%s. muster k0s delete takes it away."
              .formatted(
                  place.plan(),
                  place.cluster(),
                  verb,
                  plan.stateWord(),
                  plan.why().isEmpty() ? "" : ", " + plan.why()));
    }
    ObjectNode body = Json.object();
    why.ifPresent(text -> body.put("why", text));
    return session.say(session.api().post(ApiPath.of("runs", plan.run(), verb), body), this::line);
  }

  private String line(JsonNode run) {
    return "Plan %s of %s %s; its run %s is %s"
        .formatted(
            place.plan(),
            place.cluster(),
            done,
            RunView.shortId(Json.text(run, "id")),
            Json.text(run, "state"));
  }
}
