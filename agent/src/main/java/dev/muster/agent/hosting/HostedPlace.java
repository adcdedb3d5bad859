package dev.muster.agent.hosting;

import dev.muster.agent.process.Command;
import dev.muster.agent.process.LastingProcess;
import dev.muster.agent.settings.HostingSettings;
import dev.muster.agent.settings.Settings;
import dev.muster.agent.settings.Settings.Permissions;
import dev.muster.domain.protocol.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/**
 * A member as it is laid out: its commands, its agent's configuration and what all its processes
 * have in their environment.
 *
 * @param home its folder
 */
record HostedPlace(HostedMember member, HostedSpec spec, Path home, HostingSettings settings) {

  private static final String HOME = "MUSTER_MEMBER_HOME";
  private static final String PART = "MUSTER_MEMBER_PART";
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** What runs of a member. */
  enum Part {
    AGENT,
    SERVICE
  }

  static HostedPlace of(
      HostedMember member, Path home, HostingSettings settings, Permissions allowed) {
    Map<String, String> facts =
        facts(member.identity(), settings.host(), member.ports().service(), home);
    return new HostedPlace(member, HostedSpec.read(member.spec(), facts, allowed), home, settings);
  }

  /** What <code>${member.NAME}</code> may name. */
  static Map<String, String> facts(
      HostedMember.Identity identity, String host, int port, Path home) {
    return Map.of(
        "name", identity.name(),
        "cluster", identity.cluster(),
        "index", Integer.toString(identity.index()),
        "host", host,
        "port", Integer.toString(port),
        "folder", work(home).toString());
  }

  /** Where the service runs; its files are its own affair. */
  static Path work(Path home) {
    return home.resolve("work");
  }

  static LastingProcess slot(Path home, Part part) {
    return new LastingProcess(
        home.resolve(
            switch (part) {
              case AGENT -> "agent";
              case SERVICE -> "service";
            }));
  }

  LastingProcess slot(Part part) {
    return slot(home, part);
  }

  /** What all processes of a member in this folder have in their environment. */
  static List<String> marks(Path home) {
    return List.of(HOME + "=" + home);
  }

  /** What those of one part have. */
  static List<String> marks(Path home, Part part) {
    return List.of(HOME + "=" + home, PART + "=" + part);
  }

  String address() {
    String host = settings.host();
    return "http://%s:%d"
        .formatted(host.contains(":") ? "[" + host + "]" : host, member.ports().agent());
  }

  Path config() {
    return home.resolve("agent.json");
  }

  Command agent() {
    List<String> argv = new ArrayList<>(OwnProgram.command());
    argv.addAll(List.of("--config", config().toString()));
    if (settings.isExposed()) {
      argv.add("--insecure");
    }
    Map<String, String> environment = new TreeMap<>(System.getenv());
    environment.putAll(variables(Part.AGENT));
    return new Command(
        argv, environment, Optional.empty(), Optional.empty(), Command.GRACE, Optional.empty());
  }

  Command service(HostedSpec.HostedService service, Permissions allowed) {
    Map<String, String> asked = new TreeMap<>(service.environment());
    asked.putAll(variables(Part.SERVICE));
    return new Command(
        service.argv(),
        allowed.variables().environment(asked),
        Optional.of(work(home)),
        Optional.empty(),
        service.grace(),
        Optional.empty());
  }

  private Map<String, String> variables(Part part) {
    HostedMember.Identity who = member.identity();
    return Map.of(
        "MUSTER_MEMBER_NAME",
        who.name(),
        "MUSTER_MEMBER_CLUSTER",
        who.cluster(),
        "MUSTER_MEMBER_INDEX",
        Integer.toString(who.index()),
        "MUSTER_MEMBER_HOST",
        settings.host(),
        "MUSTER_MEMBER_PORT",
        Integer.toString(member.ports().service()),
        "MUSTER_MEMBER_FOLDER",
        work(home).toString(),
        HOME,
        home.toString(),
        PART,
        part.name());
  }

  /** The configuration of the member's agent: what this agent allows, and how the service is. */
  String configuration(Settings provider) {
    ObjectNode json = WireFormat.JSON.createObjectNode();
    json.put("node", member.name());
    json.put("listen", address().substring("http://".length()));
    json.put("data", home.resolve("data").toString());
    json.putArray("allowedHosts").add(settings.host());
    permissions(json, provider.permissions());
    ObjectNode attributes = json.putObject("attributes");
    spec.attributes().forEach(attributes::put);
    provider.node().sensitive().forEach(json.putArray("sensitive")::add);
    spec.service().ifPresent(service -> json.set("status", status(service)));
    return json.toPrettyString();
  }

  /** Its actions' processes inherit what they are known by. */
  private void permissions(ObjectNode json, Permissions allowed) {
    allowed.programs().allowed().forEach(json.putArray("allow")::add);
    json.put("scripts", allowed.scripts() == Settings.Scripts.ALLOWED);
    allowed.users().forEach(json.putArray("users")::add);
    var variables = json.putArray("allowEnv");
    allowed.variables().allowed().forEach(variables::add);
    variables.add(HOME).add(PART);
    var folders = json.putArray("allowDirs");
    allowed.folders().allowed().forEach(folder -> folders.add(folder.toString()));
    folders.add(work(home).toString());
    json.put("path", allowed.variables().path());
  }

  private ObjectNode status(HostedSpec.HostedService service) {
    return service
        .written()
        .map(written -> (ObjectNode) written.deepCopy())
        .orElseGet(() ->
            WireFormat.JSON
                .createObjectNode()
                .put("process", slot(Part.SERVICE).identity().toString())
                .put("interval", INTERVAL.toMillis()));
  }
}
