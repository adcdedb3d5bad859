package dev.muster.domain.clusteraction;

import dev.muster.domain.action.ActionKind;
import dev.muster.domain.clusteraction.PlanPhase.Gate;
import dev.muster.domain.clusteraction.PlanPhase.Weight;
import dev.muster.domain.clusteraction.PlanWork.Errand;
import dev.muster.domain.clusteraction.PlanWork.When;
import dev.muster.domain.core.CoreKind;
import dev.muster.domain.core.PollWork;
import dev.muster.domain.member.Deed;
import dev.muster.domain.member.MemberRecord;
import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Looks at members as the cluster's health policy says, and brings back those that are broken. What
 * is tried is noted with the member, so that the next look goes on with the next thing that the
 * policy names, until the member is well again. A member that was made or changed a short time ago
 * is given that time, and one on which something else is in work is left alone.
 */
final class Healing {

  private static final String ADDRESS = "${member.address}";
  private static final int USUAL_TRIES = 3;

  private Healing() {}

  static Optional<String> plan(PlanDraft draft) {
    JsonNode health = draft.data().path("health");
    if (!health.path("detection_modes").isArray()) {
      return Optional.of(
          "no health policy says how members are looked at (see: muster policy attach)");
    }
    Duration grace = Duration.ofSeconds(health.path("node_update_timeout").asInt(0));
    List<MemberRecord> members =
        draft.roster().members().stream()
            .filter(MemberRecord::hasProvider)
            .filter(one -> !draft.now().isBefore(changedAt(one).plus(grace)))
            .toList();
    for (JsonNode mode : health.path("detection_modes")) {
      List<PlanWork> looks =
          members.stream().flatMap(member -> look(mode, member).stream()).toList();
      if (!looks.isEmpty()) {
        draft.add(
            new PlanPhase(looks, Optional.empty(), Gate.ALWAYS, Weight.ADVICE, Optional.empty()));
      }
    }
    if (!members.isEmpty()) {
      draft.add(PlanPhase.of(members.stream().map(one -> recovery(health, one)).toList()));
    }
    return Optional.empty();
  }

  private static Optional<PlanWork> look(JsonNode mode, MemberRecord member) {
    if (mode.path("type").asString("").equals("NODE_STATUS_POLLING")) {
      return Optional.of(
          work(member, Optional.of(Deed.CHECK), Optional.empty(), When.NOT_IN_WORK, nothing()));
    }
    JsonNode options = mode.path("options");
    boolean lacksAddress =
        member.address().isEmpty() && options.path("poll_url").asString("").contains(ADDRESS);
    return lacksAddress ? Optional.empty() : Optional.of(poll(options, member));
  }

  private static PlanWork poll(JsonNode options, MemberRecord member) {
    int tries = options.path("poll_url_retry_limit").asInt(USUAL_TRIES);
    ObjectNode args =
        WireFormat.JSON
            .createObjectNode()
            .put("url", options.path("poll_url").asString(""))
            .put("tries", tries)
            .put("silence", options.path("poll_url_conn_error_as_unhealthy").asBoolean(true));
    if (options.path("poll_url_healthy_response").isString()) {
      args.set("healthy", options.path("poll_url_healthy_response"));
    }
    Errand errand =
        new Errand(
            new ActionKind(CoreKind.POLL.word()), args, Optional.empty(), PollWork.longest(tries));
    return work(member, Optional.empty(), Optional.of(errand), When.NOT_IN_WORK, nothing());
  }

  private static PlanWork work(
      MemberRecord member,
      Optional<Deed> deed,
      Optional<Errand> errand,
      When when,
      ObjectNode more) {
    return new PlanWork(member.node(), deed, errand, when, List.of(), more);
  }

  private static ObjectNode nothing() {
    return WireFormat.JSON.createObjectNode();
  }

  private static PlanWork recovery(JsonNode health, MemberRecord member) {
    JsonNode actions = health.path("recover_action");
    JsonNode action = actions.path(Math.min(tried(member).size(), actions.size() - 1));
    ObjectNode more =
        WireFormat.JSON
            .createObjectNode()
            .put("operation", action.path("name").asString("RECREATE"));
    if (action.path("params").isObject() && !action.path("params").isEmpty()) {
      more.set("params", action.path("params"));
    }
    When when =
        health.path("recovery_conditional").asString("").equals("ALL_FAILED")
            ? When.SICK_BY_ALL
            : When.SICK_BY_ANY;
    return work(member, Optional.of(Deed.RECOVER), Optional.empty(), when, more);
  }

  /**
   * Whether it is to be brought back.
   *
   * @param looks what was found: whether it is well
   */
  static boolean isSick(When when, MemberRecord member, List<Boolean> looks) {
    if (looks.isEmpty()) {
      return member.isBroken();
    }
    return when == When.SICK_BY_ALL ? !looks.contains(true) : looks.contains(false);
  }

  /** The member without what was tried, if it is well again; empty if nothing changes. */
  static Optional<MemberRecord> recovered(PlanWork work, MemberRecord member, List<Boolean> looks) {
    boolean wasLookedAt =
        (work.when() == When.SICK_BY_ANY || work.when() == When.SICK_BY_ALL) && !looks.isEmpty();
    if (!wasLookedAt || isSick(work.when(), member, looks) || tried(member).isEmpty()) {
      return Optional.empty();
    }
    ObjectNode data = member.data().deepCopy();
    data.withObject("health").remove("tried");
    return Optional.of(member.noting(data));
  }

  /** The member with the time at which it is changed, and what is tried to bring it back. */
  static MemberRecord noted(MemberRecord member, Deed deed, ObjectNode more, Instant now) {
    if (deed != Deed.RECOVER && deed != Deed.UPDATE) {
      return member;
    }
    ObjectNode data = member.data().deepCopy();
    ObjectNode health = data.withObject("health").put("changed_at", now.toString());
    if (deed == Deed.RECOVER) {
      health.withArray("tried").add(more.path("operation").asString(""));
    }
    return member.noting(data);
  }

  private static List<String> tried(MemberRecord member) {
    List<String> tried = new ArrayList<>();
    member.data().path("health").path("tried").forEach(one -> tried.add(one.asString("")));
    return tried;
  }

  private static Instant changedAt(MemberRecord member) {
    JsonNode noted = member.data().path("health").path("changed_at");
    return noted.isString() ? Instant.parse(noted.stringValue()) : member.member().createdAt();
  }
}
