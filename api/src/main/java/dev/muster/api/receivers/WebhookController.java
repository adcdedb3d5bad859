package dev.muster.api.receivers;

import dev.muster.api.engine.Nudges;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.security.ReceiverProof;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.action.Actor;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.receiver.TriggerDecision;
import dev.muster.domain.receiver.TriggerDecision.Outcome;
import dev.muster.domain.request.NewActionRequest;
import dev.muster.domain.request.RequestedAction;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.receivers.ReceiverRecord;
import dev.muster.records.receivers.ReceiverRecord.Use;
import dev.muster.records.requests.ActionRequests;
import dev.muster.records.requests.ActionRequests.Added;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/** Triggers what receivers are made for. */
@RestController
@Tag(name = "receivers")
public final class WebhookController {

  private final Records records;
  private final ActionRequests requests;
  private final Nudges nudges;
  private final Clock clock;

  public WebhookController(Records records, Nudges nudges, Clock clock) {
    this.records = records;
    this.requests = new ActionRequests(records);
    this.nudges = nudges;
    this.clock = clock;
  }

  @PostMapping("/v1/webhooks/{secret}/trigger")
  @Needs(value = Permission.OPERATE, where = Where.RECEIVER)
  @Operation(
      summary = "Trigger a receiver's action",
      description =
          "Its address is all that it takes. The body gives arguments by name, if the receiver has"
              + " parameters; otherwise it is not looked at.")
  @Refuses(ProblemType.CONFLICT)
  public TriggeredJson trigger(
      @PathVariable String secret,
      @RequestBody Optional<Map<String, JsonNode>> args,
      HttpServletRequest request) {
    ReceiverRecord receiver = ReceiverProof.of(request);
    NewActionRequest action =
        switch (TriggerDecision.decide(
            receiver.terms().action(), receiver.terms().parameters(), args.orElse(Map.of()))) {
          case Outcome.Asked(NewActionRequest asked) -> asked;
          case Outcome.Refused(String why) -> throw ProblemException.badRequest(why);
        };
    ActionId id = records.transaction(() -> recorded(receiver, action, request.getRemoteAddr()));
    nudges.inBackground(
        receiver.key().cluster(),
        receiver.terms().node().stream().toList(),
        "receiver " + receiver.key().name());
    return new TriggeredJson(id);
  }

  /** The action, and that the receiver was used. */
  private ActionId recorded(ReceiverRecord receiver, NewActionRequest action, String from) {
    Instant now = clock.instant();
    Actor by = Actor.receiver(receiver.key().name().value());
    RequestedAction asked =
        new RequestedAction(
            new ActionId(UUID.randomUUID()),
            receiver.key().cluster(),
            receiver.terms().node(),
            action,
            receiver.creator().name(),
            Optional.of(by),
            Optional.of("triggered from " + from),
            now);
    ActionId id =
        switch (requests.add(asked)) {
          case Added.Created(ActionId made, ActionState state) -> made;
          case Added.Existing(ActionId known, ActionState state) -> known;
          case Added.NoNode(String why) -> throw ProblemException.conflict(why);
          case Added.Conflict(String why) -> throw ProblemException.conflict(why);
          case Added.Wrong(String why) -> throw ProblemException.badRequest(why);
        };
    if (!records.receivers().used(receiver.id(), new Use(now, from, id))) {
      throw ProblemException.conflict("the receiver has just been deleted; make another one");
    }
    records
        .audit()
        .insert(
            new NewAuditEntry(
                now,
                by.toString(),
                "receiver.trigger",
                Optional.of(receiver.key().cluster()),
                Optional.empty(),
                Optional.empty(),
                Map.of("action", id.toString(), "from", from, "for", receiver.creator().name())));
    return id;
  }
}
