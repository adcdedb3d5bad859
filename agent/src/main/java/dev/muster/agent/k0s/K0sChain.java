package dev.muster.agent.k0s;

import dev.muster.agent.execution.Control;
import dev.muster.agent.execution.Execution;
import dev.muster.agent.execution.Notes;
import dev.muster.agent.execution.Outcome;
import dev.muster.agent.execution.Wake;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport.Failure;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * One {@code k0s.update}: running version, download, cordon and drain, exchange, restart and check,
 * uncordon. What is done is written down; what is written down is passed over by the next agent.
 * Until the exchange begins, a failure or a CANCEL leaves the node as it was; from then on it goes
 * to its end, and a node that does not come up as it shall stays cordoned.
 */
final class K0sChain {

  /** The version that ran before. */
  private static final String FROM = "from";

  /** The hash of what was brought. */
  private static final String DOWNLOADED = "downloaded";

  /** There is no way back. */
  private static final String EXCHANGING = "exchanging";

  private static final String EXCHANGED = "exchanged";

  /** The version that runs now. */
  private static final String RESTARTED = "restarted";

  private static final Duration RESTART = Duration.ofMinutes(10);

  private final K0sNode node;
  private final K0sArgs.Update asked;
  private final Execution execution;
  private final Notes notes;
  private final K0sReport report;
  private final K0sBinary binary;
  private final K0sDuty duty;

  K0sChain(K0sNode node, K0sArgs.Update asked, Execution execution) throws IOException {
    this.node = node;
    this.asked = asked;
    this.execution = execution;
    this.notes = new Notes(execution.subject().folder());
    this.report = new K0sReport(execution);
    this.binary = K0sBinary.of(node.settings(), node.service());
    this.duty = new K0sDuty(node, asked, execution.control(), notes, report);
  }

  /** One part of it; how it ended, if it did. */
  private interface Step {
    Optional<Outcome> go() throws Exception;
  }

  /** Does it, or goes on with it. */
  Outcome run() throws Exception {
    List<Step> chain =
        List.of(
            this::ask, this::download, duty::drain, this::exchange, this::restart, duty::giveBack);
    for (Step step : chain) {
      Optional<Outcome> end = step.go();
      if (end.isPresent()) {
        return end.get();
      }
    }
    return Outcome.done(outputs());
  }

  private Optional<Outcome> ask() throws IOException, InterruptedException {
    if (notes.read(FROM).isPresent()) {
      return Optional.empty();
    }
    String wanted = asked.wanted().version();
    boolean forced = asked.force() == K0sArgs.Force.FORCED;
    String running;
    try {
      running = binary.version();
    } catch (IOException unknown) {
      if (!forced) {
        return Optional.of(
            Outcome.failed(
                "the running version is not known: %s; nothing was changed"
                    .formatted(unknown.getMessage())));
      }
      execution.say("the running version is not known: " + unknown.getMessage());
      running = "unknown";
    }
    if (running.equals(wanted) && !forced && !binary.isRestartDue()) {
      execution.say("%s runs already".formatted(wanted));
      return Optional.of(
          Outcome.done(
              WireFormat.JSON
                  .createObjectNode()
                  .put("changed", false)
                  .put("from", running)
                  .put("version", running)));
    }
    return begin(running);
  }

  private Optional<Outcome> begin(String running) throws IOException {
    Optional<K0sArgs.Image> image = K0sFetch.own(asked.wanted());
    if (image.isEmpty()) {
      return Optional.of(K0sFetch.missing(asked.wanted()));
    }
    Optional<String> obstacle = binary.obstacle();
    if (obstacle.isPresent()) {
      return Optional.of(Outcome.failed(obstacle.get() + "; nothing was changed"));
    }
    if (image.get().sha256().isEmpty()) {
      Files.deleteIfExists(binary.next());
    }
    notes.write(FROM, running);
    return Optional.empty();
  }

  private Optional<Outcome> download() throws IOException, InterruptedException {
    if (notes.read(DOWNLOADED).isPresent()) {
      return Optional.empty();
    }
    K0sArgs.Image image = K0sFetch.own(asked.wanted()).orElseThrow();
    Optional<String> current = binary.sha256(execution.control());
    Optional<String> expected = image.sha256().map(text -> text.toLowerCase(Locale.ROOT));
    if (current.isPresent() && current.equals(expected)) {
      report.begins(K0sPhase.DOWNLOADING, "the binary has this hash already");
      notes.write(DOWNLOADED, current.get());
      return Optional.empty();
    }
    K0sFetch fetch = new K0sFetch(node.rules(), execution, report);
    return switch (fetch.bring(asked.wanted(), image, binary.next())) {
      case K0sFetch.Fetched.Not(Outcome outcome) -> Optional.of(outcome);
      case K0sFetch.Fetched.There there -> {
        notes.write(DOWNLOADED, there.sha256());
        yield Optional.empty();
      }
    };
  }

  private Optional<Outcome> exchange() throws IOException, InterruptedException {
    if (notes.read(EXCHANGED).isEmpty()) {
      Wake wake = execution.control().state();
      if (notes.read(EXCHANGING).isEmpty() && wake != Wake.GO_ON) {
        return Optional.of(duty.stopped(wake, K0sPhase.APPLYING_UPDATE, "its time is over"));
      }
      report.begins(K0sPhase.APPLYING_UPDATE, "exchanging " + node.settings().binary());
      String sha256 = notes.read(DOWNLOADED).orElseThrow();
      notes.write(EXCHANGING, sha256);
      try {
        binary.exchange(sha256, new Control(Optional.empty()));
      } catch (IOException impossible) {
        return Optional.of(
            duty.stopped(
                Wake.GO_ON,
                K0sPhase.APPLYING_UPDATE,
                "%s; the binary is as it was".formatted(impossible.getMessage())));
      }
      notes.write(EXCHANGED, sha256);
    }
    binary.settled();
    return Optional.empty();
  }

  private Optional<Outcome> restart() throws Exception {
    if (notes.read(RESTARTED).isPresent()) {
      return Optional.empty();
    }
    String service = node.settings().service();
    report.begins(K0sPhase.RESTART, "restarting the service '%s'".formatted(service));
    Outcome restart = restart(service);
    if (restart.state() != ActionState.DONE) {
      return Optional.of(
          report.failed(
              K0sPhase.RESTART,
              "%s%s"
                  .formatted(
                      restart.error().map(Failure::message).orElse("it was ended"), duty.stays())));
    }
    String now;
    try {
      now = binary.version();
    } catch (IOException unknown) {
      return Optional.of(report.failed(K0sPhase.RESTART, unknown.getMessage() + duty.stays()));
    }
    String wanted = asked.wanted().version();
    if (!now.equals(wanted) && asked.force() != K0sArgs.Force.FORCED) {
      return Optional.of(
          report.failed(
              K0sPhase.RESTART,
              "the service runs %s, and not %s as it shall%s"
                  .formatted(now, wanted, duty.stays())));
    }
    report.detail("the service '%s' is up and runs %s".formatted(service, now));
    binary.restarted();
    notes.write(RESTARTED, now);
    return Optional.empty();
  }

  /** In a folder of its own; a CANCEL comes too late. */
  private Outcome restart(String service) throws Exception {
    Path folder = execution.subject().folder().resolve("restart");
    boolean again = Files.isDirectory(folder);
    Files.createDirectories(folder);
    Execution part =
        new Execution(
            new Execution.Subject(
                execution.subject().id(),
                WireFormat.JSON.createObjectNode().put("name", service),
                Optional.empty(),
                folder),
            new Control(Optional.of(K0sDuty.atMost(execution.control(), RESTART))),
            execution.log(),
            payload -> {});
    return again ? node.restart().recover(part) : node.restart().execute(part);
  }

  private ObjectNode outputs() throws IOException {
    ObjectNode outputs = WireFormat.JSON.createObjectNode().put("changed", true);
    outputs.put("from", notes.read(FROM).orElseThrow());
    outputs.put("version", notes.read(RESTARTED).orElseThrow());
    outputs.put("sha256", notes.read(EXCHANGED).orElseThrow());
    duty.tell(outputs);
    return outputs;
  }
}
