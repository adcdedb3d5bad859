package dev.muster.domain.autopilot;

import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.playbook.PlanContext.Candidate;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.SettleRule;
import dev.muster.domain.run.Window;
import dev.muster.domain.shown.DurationText;
import dev.muster.domain.shown.Shortened;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.format.TextStyle;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The playbook that a plan is: one stage for each wave that has nodes to signal. */
final class PlanDefinition {

  private static final String PORT_LABEL = "muster.dev/api-port";
  private static final int PORT = 6443;

  /** Autopilot probes for ever; a deadline of the plan or of a node ends it. */
  private static final Duration PROBE_TIMEOUT = Duration.ofDays(30);

  private static final Duration SEED_PROBE_TIMEOUT = Duration.ofMinutes(2);

  /** Autopilot gives the download alone six hours, and the rest for ever. */
  private static final Duration UPDATE_TIMEOUT = Duration.ofHours(24);

  private final AutopilotPlan plan;
  private final SignalTargets targets;
  private final Dialect dialect;
  private final ObjectNode root = JsonNodeFactory.instance.objectNode();
  private final ArrayNode stages;

  private PlanDefinition(AutopilotPlan plan, SignalTargets targets, Dialect dialect) {
    this.plan = plan;
    this.targets = targets;
    this.dialect = dialect;
    root.put("apiVersion", "muster/v1");
    root.put("kind", "Playbook");
    root.putObject("metadata")
        .put("name", name(plan.name()))
        .put(
            "description",
            "plan '%s' of k0s Autopilot, id %s"
                .formatted(plan.name(), Shortened.to(200, plan.id())));
    stages = root.putArray("stages");
  }

  /**
   * Makes it; it has no stages if there is nobody to signal.
   *
   * @param frozen whose pending nodes are to be signalled
   */
  static JsonNode of(
      AutopilotPlan plan, PlanStatus frozen, SignalTargets targets, Dialect dialect) {
    PlanDefinition definition = new PlanDefinition(plan, targets, dialect);
    for (PlanStatus.Command command : frozen.commands()) {
      definition.command(command, plan.commands().get(command.id()));
    }
    return definition.root;
  }

  /** As a name of playbooks: an RFC 1123 label. */
  private static String name(String plan) {
    String dashed = plan.replace('.', '-');
    return dashed.substring(0, Math.min(63, dashed.length())).replaceFirst("-+$", "");
  }

  private void command(PlanStatus.Command frozen, PlanCommand command) {
    boolean first = true;
    for (PlanCommand.Wave wave : command.waves()) {
      List<String> nodes =
          frozen.nodes(wave.role()).stream()
              .filter(node -> node.state() == SignalState.PENDING)
              .map(PlanStatus.Node::name)
              .toList();
      if (nodes.isEmpty()) {
        continue;
      }
      ObjectNode stage = stages.addObject();
      stage.put("name", new WaveKey(frozen.id(), wave.role()).stage());
      ArrayNode names = stage.putObject("targets").putArray("nodes");
      nodes.forEach(names::add);
      width(wave, stage);
      if (first) {
        approval(stage);
      }
      care(stage);
      ArrayNode steps = stage.putArray("steps");
      if (command.kind() == PlanCommand.Kind.K0S_UPDATE) {
        probe(frozen, wave.role(), steps.addObject());
      }
      update(command, steps.addObject());
      first = false;
    }
  }

  private void width(PlanCommand.Wave wave, ObjectNode stage) {
    List<Share> batches = plan.terms().batches();
    if (wave.role() == SignalRole.WORKER && !batches.isEmpty()) {
      ArrayNode list = stage.putArray("batches");
      batches.forEach(share -> list.add(share.toString()));
    } else {
      stage.put("concurrency", wave.concurrent());
    }
  }

  private void approval(ObjectNode stage) {
    PlanTerms.Care care = plan.terms().care();
    if (care.approvals() == 0) {
      return;
    }
    ObjectNode approval = stage.putObject("approval").put("required", care.approvals());
    if (!care.approvers().isEmpty()) {
      ArrayNode from = approval.putArray("from");
      care.approvers().forEach(from::add);
    }
  }

  private void care(ObjectNode stage) {
    stage.put("maxFailures", plan.terms().care().maxFailures().toString());
    stage.put("onFailure", "stop");
    plan.terms().settle().ifPresent(rule -> settle(rule, stage.putObject("settle")));
    if (!plan.terms().windows().isEmpty()) {
      ArrayNode windows = stage.putArray("windows");
      plan.terms().windows().forEach(window -> window(window, windows.addObject()));
    }
  }

  private static void settle(SettleRule rule, ObjectNode json) {
    json.put("wait", rule.delay().toString());
    json.put("stable", rule.stable().toString());
    json.put("timeout", rule.timeout().toString());
  }

  private static void window(Window window, ObjectNode json) {
    ArrayNode days = json.putArray("days");
    for (DayOfWeek day : window.days()) {
      days.add(day.getDisplayName(TextStyle.SHORT, Locale.ENGLISH));
    }
    json.put("start", window.start().toString());
    json.put("length", window.length().toString());
    json.put("timezone", window.timezone().getId());
  }

  private void probe(PlanStatus.Command frozen, SignalRole role, ObjectNode step) {
    boolean seed = dialect == Dialect.SEED;
    Duration timeout =
        plan.terms().nodeDeadline().orElse(seed ? SEED_PROBE_TIMEOUT : PROBE_TIMEOUT);
    ObjectNode args = step(step, WaveKey.PROBE, "k0s.probe", timeout);
    ArrayNode ready = args.putArray("ready");
    if (role == SignalRole.CONTROLLER) {
      frozen.controllers().stream()
          .map(PlanStatus.Node::name)
          .map(targets::find)
          .flatMap(Optional::stream)
          .forEach(node -> endpoint(node, ready.addObject()));
    }
    args.put("node", role == SignalRole.WORKER);
    args.put("tries", seed ? "once" : "until");
  }

  private static void endpoint(Candidate node, ObjectNode json) {
    String label = node.labels().getOrDefault(PORT_LABEL, "");
    json.put("name", node.id().value());
    json.put("address", node.address());
    json.put("port", label.matches("[1-9][0-9]{0,4}") ? Integer.parseInt(label) : PORT);
  }

  private void update(PlanCommand command, ObjectNode step) {
    String kind =
        switch (command.kind()) {
          case K0S_UPDATE -> "k0s.update";
          case AIRGAP_UPDATE -> "k0s.airgap-update";
        };
    ObjectNode args =
        step(step, WaveKey.UPDATE, kind, plan.terms().nodeDeadline().orElse(UPDATE_TIMEOUT));
    args.put("version", command.version());
    ObjectNode platforms = args.putObject("platforms");
    new TreeMap<>(command.platforms())
        .forEach((platform, file) -> {
          ObjectNode json = platforms.putObject(platform).put("url", file.url());
          file.sha256().ifPresent(hash -> json.put("sha256", hash));
        });
    if (command.kind() == PlanCommand.Kind.K0S_UPDATE) {
      args.put("forceupdate", command.force() == PlanCommand.Force.YES);
      drain(args);
    }
  }

  private void drain(ObjectNode args) {
    PlanTerms.Draining draining = plan.terms().draining();
    ObjectNode drain = args.putObject("drain");
    draining.timeout().ifPresent(timeout -> drain.put("timeout", DurationText.print(timeout)));
    draining.grace().ifPresent(grace -> drain.put("grace", DurationText.print(grace)));
    if (draining.cordon() == PlanTerms.Cordon.SKIPPED) {
      drain.put("skip", true);
    }
    args.put("keepCordoned", draining.cordon() == PlanTerms.Cordon.KEPT);
  }

  private static ObjectNode step(ObjectNode step, String name, String kind, Duration timeout) {
    step.put("name", name);
    step.put("action", kind);
    step.put("timeout", timeout.toString());
    return step.putObject("args");
  }
}
