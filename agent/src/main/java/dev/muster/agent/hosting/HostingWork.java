package dev.muster.agent.hosting;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.agent.hosting.HostedMember.Operation;
import dev.muster.agent.hosting.HostedPlace.Part;
import dev.muster.agent.journal.Journal;
import dev.muster.agent.settings.HostingSettings;
import dev.muster.agent.settings.Settings;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.domain.stall.Backoff;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.node.ObjectNode;

/** One action on a member: its record is written, then its processes follow. */
final class HostingWork {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private final Settings provider;
  private final HostingSettings settings;
  private final HostedFolders folders;
  private final Execution execution;
  private final HostedProcesses processes;
  private final UUID action;

  HostingWork(
      Settings provider, HostingSettings settings, HostedFolders folders, Execution execution) {
    this.provider = provider;
    this.settings = settings;
    this.folders = folders;
    this.execution = execution;
    this.processes = new HostedProcesses(provider, folders, execution);
    this.action = execution.subject().id();
  }

  /** Members on their way out, of actions that ended before they were gone. */
  void finishRemovals() throws IOException, InterruptedException {
    for (HostedMember member : folders.all()) {
      if (member.going().isPresent() && !member.by().equals(action)) {
        try {
          processes.remove(member);
        } catch (IOException stays) {
          Journal.warn("member %s cannot be removed".formatted(member.name()), stays);
        }
      }
    }
  }

  /** What is there by the same spec is shown; what is made and does not come up is removed. */
  Outcome create(HostingRequest request) throws IOException, InterruptedException {
    Optional<HostedMember> there = folders.find(request.member().value());
    if (there.isEmpty()) {
      return begin(request);
    }
    HostedMember member = there.get();
    if (member.by().equals(action)) {
      return member.going().isPresent() ? undo(member, ended()) : make(member);
    }
    if (member.going().isPresent()) {
      return Outcome.failed(
          "member %s is being removed, and does not go: %s"
              .formatted(member.name(), member.going().get()));
    }
    if (!member.identity().equals(request.identity())
        || !member.spec().equals(request.specOrEmpty())) {
      return Outcome.failed(
          "member %s is there already, as member %d of cluster %s%s: delete it first, or give this one another name"
              .formatted(
                  member.name(),
                  member.identity().index(),
                  member.identity().cluster(),
                  member.spec().equals(request.specOrEmpty()) ? "" : " by another spec"));
    }
    return shown(place(member));
  }

  Outcome delete(HostingRequest request) throws IOException, InterruptedException {
    Optional<HostedMember> there = folders.find(request.member().value());
    if (there.isEmpty()) {
      return Outcome.done(outputs().put("reason", "there is no such member on this node"));
    }
    HostedMember going = there.get().gone("it was deleted", action);
    folders.write(going);
    processes.remove(going);
    return Outcome.done(
        outputs().put("reason", "its agent and its service ended, and its folder is gone"));
  }

  /** Says how it is; that it is not well is no failure of the check. */
  Outcome check(HostingRequest request) throws IOException, InterruptedException {
    Optional<HostedMember> there = folders.find(request.member().value());
    if (there.isEmpty()) {
      return Outcome.done(
          outputs().put("status", "ERROR").put("reason", "there is no such member on this node"));
    }
    HostedPlace place = place(there.get());
    for (Part part : Part.values()) {
      place.slot(part).trim();
    }
    return shown(place);
  }

  Outcome update(HostingRequest request) throws IOException, InterruptedException {
    Optional<HostedMember> there = folders.find(request.member().value());
    if (there.isEmpty()) {
      return absent(request, "create it");
    }
    HostedMember member = there.get();
    if (!member.by().equals(action)) {
      HostedMember next = member.by(request.specOrEmpty(), action);
      boolean well = HostedLook.at(place(member)).stage() == HostedLook.Stage.UP;
      if (well && member.spec().equals(request.specOrEmpty())) {
        return shown(place(member));
      }
      boolean sameAgent = well && configuration(place(member)).equals(configuration(place(next)));
      member =
          next.with(next.runs().after(sameAgent ? Operation.REBOOT : Operation.REBUILD), action);
      folders.write(member);
    }
    return bring(member);
  }

  Outcome recover(HostingRequest request) throws IOException, InterruptedException {
    Operation operation = request.operation().orElseThrow();
    Optional<HostedMember> there = folders.find(request.member().value());
    if (there.isEmpty() || there.get().going().isPresent()) {
      return operation == Operation.RECREATE ? create(request) : absent(request, "RECREATE it");
    }
    HostedMember member = there.get();
    if (!member.by().equals(action)) {
      if (operation == Operation.RECREATE) {
        member = member.by(request.spec().orElse(member.spec()), action);
      }
      member = member.with(member.runs().after(operation), action);
      folders.write(member);
    }
    return bring(member);
  }

  private Outcome begin(HostingRequest request) throws IOException, InterruptedException {
    request.requireFit(settings, provider.permissions());
    if (execution.control().state() != Wake.GO_ON) {
      return ended();
    }
    Optional<HostedMember.Ports> ports = folders.freePorts();
    if (ports.isEmpty()) {
      return Outcome.failed(
          "no two ports of %s are free on %s for member %s: delete members, or widen 'members.ports' in the agent's configuration"
              .formatted(settings.ports(), settings.host(), request.member()));
    }
    HostedMember member =
        new HostedMember(
            request.identity(),
            request.specOrEmpty(),
            ports.get(),
            HostedMember.Runs.FIRST,
            action,
            Optional.empty());
    folders.write(member);
    return make(member);
  }

  private Outcome make(HostedMember member) throws IOException, InterruptedException {
    Outcome outcome;
    try {
      outcome = bring(member);
    } catch (IOException impossible) {
      outcome = failed(String.valueOf(impossible.getMessage()));
    }
    return outcome.state() == ActionState.DONE ? outcome : undo(member, outcome);
  }

  /** Recorded first: an agent that is killed meanwhile ends what it began, too. */
  private Outcome undo(HostedMember member, Outcome outcome)
      throws IOException, InterruptedException {
    String why =
        member.going().or(() -> outcome.error().map(error -> error.message())).orElse("cancelled");
    HostedMember going = member.gone(why, action);
    folders.write(going);
    processes.remove(going);
    return outcome.state() == ActionState.CANCELLED ? outcome : failed(why);
  }

  private Outcome bring(HostedMember member) throws IOException, InterruptedException {
    HostedPlace place = place(member);
    processes.bring(place);
    Backoff pause = new Backoff(FIRST_PAUSE, LONGEST_PAUSE);
    HostedLook look = HostedLook.at(place);
    while (look.stage() == HostedLook.Stage.UNWELL) {
      Wake wake = execution.pause(pause.next());
      if (wake != Wake.GO_ON) {
        return wake == Wake.CANCELLED
            ? Outcome.cancelled()
            : failed("member %s was not up in time: %s".formatted(member.name(), look.reason()));
      }
      look = HostedLook.at(place);
    }
    return look.stage() == HostedLook.Stage.UP
        ? Outcome.done(described(place, look))
        : failed("member %s does not run: %s".formatted(member.name(), look.reason()));
  }

  private Outcome ended() {
    return execution.control().state() == Wake.CANCELLED
        ? Outcome.cancelled()
        : failed("there was no time left to begin");
  }

  private Outcome shown(HostedPlace place) throws IOException, InterruptedException {
    return Outcome.done(described(place, HostedLook.at(place)));
  }

  private static Outcome absent(HostingRequest request, String what) {
    return failed("there is no member %s on this node: %s".formatted(request.member(), what));
  }

  private static Outcome failed(String why) {
    return Outcome.failed(why).with(outputs().put("status", "ERROR").put("reason", why));
  }

  private ObjectNode described(HostedPlace place, HostedLook look) throws IOException {
    ObjectNode outputs = outputs();
    ObjectNode physical = (ObjectNode) outputs.get("physical");
    HostedMember.Ports ports = place.member().ports();
    physical.put("host", settings.host()).put("folder", place.home().toString());
    physical.put("agentPort", ports.agent());
    place.slot(Part.AGENT).pid().ifPresent(pid -> physical.put("agentPid", pid));
    if (place.spec().service().isPresent()) {
      physical.put("servicePort", ports.service());
      place.slot(Part.SERVICE).pid().ifPresent(pid -> physical.put("servicePid", pid));
    }
    outputs.put("address", place.address());
    if (look.stage() == HostedLook.Stage.UP) {
      return outputs.put("status", "ACTIVE");
    }
    return outputs.put("status", "ERROR").put("reason", look.reason());
  }

  private static ObjectNode outputs() {
    ObjectNode outputs = WireFormat.JSON.createObjectNode();
    outputs.putObject("physical");
    return outputs;
  }

  private String configuration(HostedPlace place) {
    return place.configuration(provider);
  }

  private HostedPlace place(HostedMember member) {
    return HostedPlace.of(member, folders.home(member), settings, provider.permissions());
  }
}
