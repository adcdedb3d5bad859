package dev.muster.agent.hosting;

import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.hosting.HostedPlace.Part;
import dev.muster.agent.process.Command;
import dev.muster.agent.process.LastingProcess;
import dev.muster.agent.process.ProcessTable;
import dev.muster.agent.process.Programs;
import dev.muster.agent.settings.Settings;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Makes the processes of a member fit its record. Each step looks at what is there first, so that
 * it may be interrupted anywhere and done again from the start.
 */
final class HostedProcesses {

  private final Settings provider;
  private final HostedFolders folders;
  private final Execution execution;

  HostedProcesses(Settings provider, HostedFolders folders, Execution execution) {
    this.provider = provider;
    this.folders = folders;
    this.execution = execution;
  }

  /**
   * What the record wants runs, and nothing else of this member. Whether it is well is another
   * question.
   */
  void bring(HostedPlace place) throws IOException, InterruptedException {
    for (Path home : folders.homes(place.member().name())) {
      if (!home.equals(place.home())) {
        end(home, grace(place));
        folders.discard(home);
      }
    }
    Files.createDirectories(HostedPlace.work(place.home()));
    service(place);
    agent(place);
    doing("waiting until both are up");
  }

  /** Nothing of this member runs, or is there at all. */
  void remove(HostedMember member) throws IOException, InterruptedException {
    for (Path home : folders.homes(member.name())) {
      end(home, HostedSpec.grace(member.spec()));
    }
    doing("removing the folder");
    folders.forget(member.name());
  }

  private void service(HostedPlace place) throws IOException, InterruptedException {
    LastingProcess slot = place.slot(Part.SERVICE);
    Optional<String> wanted =
        place.spec().service().map(service -> Integer.toString(place.member().runs().service()));
    if (slot.run().equals(wanted)) {
      return;
    }
    doing("ending the service of before");
    slot.stop(grace(place));
    endMarked(HostedPlace.marks(place.home(), Part.SERVICE), grace(place));
    slot.clear();
    if (wanted.isPresent()) {
      Command command = place.service(place.spec().service().orElseThrow(), provider.permissions());
      requireThere(command.argv().getFirst());
      doing("starting the service");
      slot.begin(command, wanted.get());
    }
  }

  /** What the member's actions run goes on: its next agent finds it again. */
  private void agent(HostedPlace place) throws IOException, InterruptedException {
    LastingProcess slot = place.slot(Part.AGENT);
    Optional<String> wanted = Optional.of(Integer.toString(place.member().runs().agent()));
    if (slot.run().equals(wanted)) {
      return;
    }
    doing("ending the agent of before");
    slot.stop(Command.GRACE);
    Files.write(place.config(), place.configuration(provider).getBytes(StandardCharsets.UTF_8));
    Notes.trySync(place.config());
    doing("starting the agent");
    slot.begin(place.agent(), wanted.get());
  }

  /** The agent first, so that it begins nothing any more; last what either of them left behind. */
  private void end(Path home, Duration grace) throws IOException, InterruptedException {
    doing("ending the agent and the service");
    HostedPlace.slot(home, Part.AGENT).stop(Command.GRACE);
    HostedPlace.slot(home, Part.SERVICE).stop(grace);
    endMarked(HostedPlace.marks(home), grace);
  }

  private static void endMarked(List<String> marks, Duration grace)
      throws IOException, InterruptedException {
    ProcessTable.end(() -> ProcessTable.marked(marks), grace);
  }

  private void requireThere(String program) throws IOException {
    Optional<String> absence = Programs.absence(program, provider.permissions().variables().path());
    if (absence.isPresent()) {
      throw new IOException("the service cannot be started: " + absence.get());
    }
  }

  private static Duration grace(HostedPlace place) {
    return HostedSpec.grace(place.member().spec());
  }

  /** For everybody to see, while it lasts. */
  private void doing(String what) {
    execution.say(what);
    execution.progress(WireFormat.JSON.createObjectNode().put("doing", what));
  }
}
