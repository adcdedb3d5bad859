package dev.muster.agent.settings;

import dev.muster.agent.json.BadField;
import dev.muster.agent.json.JsonErrors;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.node.NodeMonitor;
import dev.muster.agent.probe.CommandProbe;
import dev.muster.agent.probe.HttpProbe;
import dev.muster.agent.probe.Probe;
import dev.muster.agent.probe.Probes;
import dev.muster.agent.probe.SystemdProbe;
import dev.muster.agent.store.StoreRetention;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** The configuration file, JSON. All of it is optional; an unknown field is an error. */
record ConfigFile(
    Place place,
    Allowed allowed,
    Map<String, ServiceSettings> services,
    Optional<NodeMonitor.Check> status,
    Map<String, String> attributes,
    List<String> sensitive,
    Optional<NudgeSettings> nudge,
    Settings.Limits limits,
    JoinOptions.OfFile join) {

  /** Who the agent is, where its data lies, and who reaches it where. */
  record Place(
      Optional<String> node,
      Optional<String> listen,
      Optional<String> data,
      Optional<Path> tokenFile,
      Optional<AgentTls> tls) {}

  /**
   * What actions and callers may do.
   *
   * @param scripts empty if the file does not say
   * @param hosts names under which the agent may be called
   */
  record Allowed(
      List<String> programs,
      Optional<Boolean> scripts,
      List<String> users,
      Surroundings surroundings,
      List<String> hosts,
      MoreKinds more) {}

  /**
   * What processes of actions find around them.
   *
   * @param path empty for the agent's own
   */
  record Surroundings(List<String> variables, List<String> folders, Optional<String> path) {}

  private static final int DEFAULT_LOG_BYTES = 1024 * 1024;

  /** As if there were an empty file. */
  static ConfigFile empty() {
    return parse(WireFormat.JSON.createObjectNode());
  }

  static ConfigFile read(Path file) {
    try {
      return parse(WireFormat.JSON.readTree(Files.readString(file)));
    } catch (IOException failed) {
      throw new UsageException(
          "--config: %s cannot be read: %s".formatted(file, failed.getMessage()));
    } catch (JacksonException bad) {
      throw new UsageException(
          "--config: %s is no JSON: %s".formatted(file, JsonErrors.shown(bad)));
    } catch (BadField bad) {
      throw new UsageException("--config: %s: %s".formatted(file, bad.getMessage()));
    }
  }

  /** What is secret stands in a file of its own. */
  static String secret(String what, Path file) {
    try {
      String secret = Files.readString(file).strip();
      if (secret.isEmpty()) {
        throw new UsageException("%s: %s is empty".formatted(what, file));
      }
      return secret;
    } catch (IOException failed) {
      throw new UsageException("%s: %s cannot be read".formatted(what, file));
    }
  }

  private static ConfigFile parse(JsonNode json) {
    return JsonFields.read("config", json, ConfigFile::fields);
  }

  private static ConfigFile fields(JsonFields fields) {
    Map<String, ServiceSettings> services = fields.objects("services", ConfigFile::service);
    MoreKinds more = MoreKinds.read(fields);
    more.k0s().ifPresent(k0s -> k0s.requireService(fields, services));
    return new ConfigFile(
        new Place(
            fields.optionalText("node"),
            fields.optionalText("listen"),
            fields.optionalText("data"),
            fields.optionalText("tokenFile").map(Path::of),
            fields.object("tls", ConfigFile::tls)),
        new Allowed(
            fields.optionalTexts("allow").orElse(List.of()),
            fields.flag("scripts"),
            fields.optionalTexts("users").orElse(List.of()),
            new Surroundings(
                fields.optionalTexts("allowEnv").orElse(List.of()),
                fields.optionalTexts("allowDirs").orElse(List.of()),
                fields.optionalText("path")),
            fields.optionalTexts("allowedHosts").orElse(List.of()),
            more),
        services,
        fields.object("status", NodeMonitor.Check::read),
        fields.textMap("attributes"),
        fields.optionalTexts("sensitive").orElse(List.of()),
        fields.object("nudge", ConfigFile::nudge),
        new Settings.Limits(
            fields.object("retention", ConfigFile::retention).orElse(StoreRetention.DEFAULT),
            fields.integer("logBytes", 4096, 1 << 30).orElse(DEFAULT_LOG_BYTES)),
        fields.object("join", ConfigFile::join).orElse(JoinOptions.OfFile.NOTHING));
  }

  private static JoinOptions.OfFile join(JsonFields fields) {
    return new JoinOptions.OfFile(
        Optional.of(fields.text("url")),
        fields.optionalText("tokenFile").map(Path::of),
        fields.optionalText("caFile").map(Path::of),
        fields.optionalText("address"),
        fields.textMap("labels"));
  }

  private static AgentTls tls(JsonFields fields) {
    return new AgentTls(
        fields
            .object("keyStore", ConfigFile::keyFile)
            .orElseThrow(() -> fields.wrong("keyStore is missing")),
        fields.object("trustStore", ConfigFile::keyFile));
  }

  private static AgentTls.KeyFile keyFile(JsonFields fields) {
    return new AgentTls.KeyFile(Path.of(fields.text("file")), Path.of(fields.text("passwordFile")));
  }

  private static ServiceSettings service(JsonFields fields) {
    Optional<String> unit = fields.optionalText("unit");
    Optional<Probe> status =
        fields.object("status", inner -> Probes.read(inner, CommandProbe::ofService));
    if (unit.isPresent()) {
      return new ServiceSettings(
          List.of("systemctl", "start", "--", unit.get()),
          List.of("systemctl", "stop", "--", unit.get()),
          status.orElseGet(() -> new SystemdProbe(unit.get())));
    }
    return new ServiceSettings(
        fields.texts("start"),
        fields.texts("stop"),
        status.orElseThrow(() ->
            fields.wrong(
                "status is missing (expected: {\"http\": URL}, {\"tcp\": HOST:PORT} or"
                    + " {\"command\": [...]})")));
  }

  private static NudgeSettings nudge(JsonFields fields) {
    return new NudgeSettings(
        HttpProbe.parse("config.nudge.url", fields.text("url")),
        fields
            .optionalText("tokenFile")
            .map(file -> secret("config.nudge.tokenFile", Path.of(file))),
        switch (fields.optionalText("actions").orElse("direct")) {
          case "direct" -> NudgeSettings.Which.DIRECT;
          case "all" -> NudgeSettings.Which.ALL;
          case String other ->
              throw fields.wrong("actions: '%s' (expected: direct or all)".formatted(other));
        });
  }

  private static StoreRetention retention(JsonFields fields) {
    return new StoreRetention(
        fields.duration("age").orElse(StoreRetention.DEFAULT.atLeast()),
        fields.integer("newest", 0, 1_000_000).orElse(StoreRetention.DEFAULT.newest()));
  }
}
