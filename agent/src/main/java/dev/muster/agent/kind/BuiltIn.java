package dev.muster.agent.kind;

import dev.muster.agent.execution.Kind;
import dev.muster.agent.external.ExternalKinds;
import dev.muster.agent.hosting.HostingKind;
import dev.muster.agent.k0s.K0sNode;
import dev.muster.agent.kube.KubeKind;
import dev.muster.agent.settings.HostingSettings;
import dev.muster.agent.settings.K0sSettings;
import dev.muster.agent.settings.KubernetesSettings;
import dev.muster.agent.settings.MoreKinds;
import dev.muster.agent.settings.ServiceSettings;
import dev.muster.agent.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The kinds that come with the agent: a new one is a file beside this and a line in it. */
public final class BuiltIn {

  private BuiltIn() {}

  /** Those that the node allows. */
  public static Kinds kinds(Settings settings) {
    Settings.Permissions allowed = settings.permissions();
    List<Kind> kinds = new ArrayList<>();
    Map<String, String> off = new LinkedHashMap<>();
    kinds.add(Check.http());
    kinds.add(Check.tcp());
    kinds.add(TestKind.success());
    kinds.add(TestKind.fail());
    kinds.add(TestKind.loop());
    kinds.add(TestKind.ping());
    if (allowed.programs().allowed().isEmpty()) {
      String how = "no program is allowed (--allow PROGRAM, or 'allow' in its configuration)";
      off.put("exec.command", how);
      off.put("check.command", how);
    } else {
      kinds.add(new ExecCommand(allowed));
      kinds.add(Check.command(allowed.programs(), allowed.variables()));
    }
    switch (allowed.scripts()) {
      case ALLOWED -> kinds.add(new ExecScript(allowed));
      case OFF -> off.put("exec.script", "scripts are not allowed (--allow-scripts)");
    }
    if (settings.node().services().isEmpty()) {
      for (Kind kind : Service.all(settings.node().services())) {
        off.put(kind.name(), "no service is configured ('services' in its configuration)");
      }
    } else {
      kinds.addAll(Service.all(settings.node().services()));
    }
    more(allowed.more(), kinds, off);
    members(settings, kinds, off);
    kubernetes(settings, kinds, off);
    return new Kinds(
        kinds,
        off,
        allowed.more().external().map(dir -> new ExternalKinds(dir, allowed.variables())));
  }

  /** A class is loaded only where its kind is on: the agent is to stay small. */
  private static void more(MoreKinds settings, List<Kind> kinds, Map<String, String> off) {
    if (settings.artifacts().isPresent()) {
      kinds.add(new ArtifactInstall(settings.artifacts().get()));
      kinds.add(new ArtifactRollback(settings.artifacts().get()));
    } else {
      String how = "no folder is configured ('artifacts' in its configuration)";
      off.put("artifact.install", how);
      off.put("artifact.rollback", how);
    }
    if (settings.reboot().isPresent()) {
      kinds.add(new NodeReboot(settings.reboot().get()));
    } else {
      off.put("node.reboot", "it is not configured ('reboot' in its configuration)");
    }
    kinds.add(new AgentVersion(settings.upgrade()));
    if (settings.upgrade().isPresent()) {
      kinds.add(new AgentUpgrade(settings.upgrade().get()));
    } else {
      off.put(
          "agent.upgrade",
          "it is not configured ('upgrade' in its configuration, as muster agent install writes it)");
    }
  }

  private static void members(Settings settings, List<Kind> kinds, Map<String, String> off) {
    Optional<HostingSettings> hosting = settings.permissions().more().hosting();
    if (hosting.isPresent()) {
      kinds.addAll(HostingKind.all(hosting.get(), settings));
    } else {
      for (String verb : List.of("create", "delete", "check", "update", "recover")) {
        off.put("member." + verb, "this node makes no members ('members' in its configuration)");
      }
    }
  }

  private static void kubernetes(Settings settings, List<Kind> kinds, Map<String, String> off) {
    MoreKinds more = settings.permissions().more();
    String agent = settings.node().name();
    if (more.kubernetes().isPresent()) {
      kinds.addAll(KubeKind.all(more.kubernetes().get(), agent));
    } else {
      for (String verb : List.of("cordon", "drain", "uncordon")) {
        off.put(
            "k8s." + verb,
            "no Kubernetes API is configured ('kubernetes' in its configuration, or why there is none)");
      }
    }
    if (more.k0s().isPresent() && more.kubernetes().isPresent()) {
      kinds.addAll(k0s(settings, more.k0s().get(), more.kubernetes().get()).kinds());
    } else {
      for (String name : List.of("update", "airgap-update", "probe")) {
        off.put("k0s." + name, "it is not configured ('k0s' in its configuration)");
      }
    }
  }

  private static K0sNode k0s(Settings settings, K0sSettings k0s, KubernetesSettings kubernetes) {
    Map<String, ServiceSettings> services = settings.node().services();
    return new K0sNode(
        k0s,
        kubernetes,
        KubeKind.own(kubernetes, settings.node().name()),
        Optional.ofNullable(services.get(k0s.service())).orElseThrow(),
        Service.replacing(services),
        settings.permissions().more().artifacts());
  }
}
