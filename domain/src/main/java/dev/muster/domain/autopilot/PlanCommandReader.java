package dev.muster.domain.autopilot;

import dev.muster.domain.autopilot.PlanCommand.Force;
import dev.muster.domain.autopilot.PlanCommand.Kind;
import dev.muster.domain.autopilot.PlanCommand.PlatformFile;
import dev.muster.domain.autopilot.PlanCommand.Wave;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.playbook.Names;
import dev.muster.domain.playbook.Pointers;
import dev.muster.domain.playbook.Selector;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Reads the commands of a plan that fits the schema. What is wrong becomes a finding. */
final class PlanCommandReader {

  private static final Selector EVERYBODY = new Selector(List.of());

  private final List<Finding> findings;

  PlanCommandReader(List<Finding> findings) {
    this.findings = findings;
  }

  List<PlanCommand> commands(JsonNode list, String path) {
    List<PlanCommand> commands = new ArrayList<>();
    int index = 0;
    for (JsonNode json : list) {
      command(json, Pointers.child(path, index++)).ifPresent(commands::add);
    }
    return commands;
  }

  private Optional<PlanCommand> command(JsonNode json, String path) {
    List<Kind> kinds = Stream.of(Kind.values()).filter(kind -> json.has(kind.field())).toList();
    if (kinds.size() != 1) {
      findings.add(
          new Finding(
              path,
              kinds.isEmpty()
                  ? "it has neither k0supdate nor airgapupdate, so Autopilot would never begin the plan (expected: one of them)"
                  : "it has both k0supdate and airgapupdate, and Autopilot would silently leave out the second (expected: one of them here, and another command for the other)"));
      return Optional.empty();
    }
    Kind kind = kinds.getFirst();
    JsonNode body = json.path(kind.field());
    String at = Pointers.child(path, kind.field());
    return Optional.of(
        new PlanCommand(
            kind,
            body.path("version").stringValue(),
            body.path("forceupdate").asBoolean(false) ? Force.YES : Force.NO,
            platforms(body.path("platforms"), at + "/platforms"),
            switch (kind) {
              case K0S_UPDATE -> waves(body.path("targets"), at + "/targets");
              case AIRGAP_UPDATE -> waves(body, at);
            }));
  }

  private Map<String, PlatformFile> platforms(JsonNode json, String path) {
    Map<String, PlatformFile> platforms = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : json.properties()) {
      String url = entry.getValue().path("url").stringValue();
      urlProblem(url)
          .ifPresent(problem ->
              findings.add(
                  new Finding(
                      Pointers.child(path, entry.getKey()) + "/url",
                      "%s %s".formatted(Names.shown(entry.getValue().path("url")), problem))));
      Optional<String> sha256 =
          Optional.of(entry.getValue().path("sha256").asString(""))
              .filter(hash -> !hash.isEmpty())
              .map(hash -> hash.toLowerCase(Locale.ROOT));
      platforms.put(entry.getKey(), new PlatformFile(url, sha256));
    }
    return platforms;
  }

  private static Optional<String> urlProblem(String url) {
    String expected = " (expected: an address such as https://example.com/k0s)";
    if (url.contains("${")) {
      return Optional.of("is an expression, and plans have none" + expected);
    }
    URI read;
    try {
      read = new URI(url);
    } catch (URISyntaxException e) {
      return Optional.of("is no URL: " + e.getReason() + expected);
    }
    String scheme = Optional.ofNullable(read.getScheme()).orElse("").toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return Optional.of("is no http or https URL" + expected);
    }
    if (read.getUserInfo() != null) {
      return Optional.of(
          "has a user or password in it, and everybody may read the plan" + expected);
    }
    return read.getHost() == null ? Optional.of("names no host" + expected) : Optional.empty();
  }

  private List<Wave> waves(JsonNode targets, String path) {
    List<Wave> waves = new ArrayList<>();
    for (SignalRole role : SignalRole.values()) {
      String field = role.word() + "s";
      if (targets.has(field)) {
        JsonNode target = targets.path(field);
        NodeDiscovery discovery =
            discovery(target.path("discovery"), "%s/%s/discovery".formatted(path, field));
        waves.add(new Wave(role, discovery, concurrent(role, target.path("limits"))));
      }
    }
    return waves;
  }

  private static int concurrent(SignalRole role, JsonNode limits) {
    return switch (role) {
      case CONTROLLER -> 1;
      case WORKER -> limits.path("concurrent").asInt(1);
    };
  }

  private NodeDiscovery discovery(JsonNode json, String path) {
    if (json.has("static")) {
      List<String> names = new ArrayList<>();
      json.path("static").path("nodes").forEach(name -> names.add(name.stringValue()));
      return new NodeDiscovery.Named(names.stream().distinct().toList());
    }
    if (json.has("selector")) {
      JsonNode selector = json.path("selector");
      return new NodeDiscovery.Selected(
          labels(selector.path("labels").asString(""), path + "/selector/labels"),
          fields(selector.path("fields").asString(""), path + "/selector/fields"));
    }
    return new NodeDiscovery.Nobody();
  }

  private Selector labels(String text, String path) {
    try {
      return Selector.parse(text);
    } catch (IllegalArgumentException e) {
      findings.add(
          new Finding(
              path,
              e.getMessage()
                  + "; Autopilot would take every node instead (expected: labels such as env=prod,!maintenance)"));
      return EVERYBODY;
    }
  }

  private Selector fields(String text, String path) {
    List<Selector.Requirement> requirements = new ArrayList<>();
    for (String term : text.isBlank() ? List.<String>of() : List.of(text.split(",", -1))) {
      Optional<Selector.Requirement> requirement = FieldTerm.read(term.strip());
      if (requirement.isEmpty()) {
        findings.add(
            new Finding(
                path,
                "'%s' is no condition on metadata.name, the only field that can be asked for; Autopilot would take no node instead (expected: metadata.name=NAME or metadata.name!=NAME)"
                    .formatted(Names.shortened(term.strip()))));
      }
      requirement.ifPresent(requirements::add);
    }
    return new Selector(requirements);
  }

  /** One condition of a field selector. */
  private static final class FieldTerm {

    static final String NAME = "metadata.name";

    static Optional<Selector.Requirement> read(String term) {
      for (String operator : List.of("!=", "==", "=")) {
        int at = term.indexOf(operator);
        if (at >= 0) {
          String value = term.substring(at + operator.length()).strip();
          boolean fits = term.substring(0, at).strip().equals(NAME) && !value.contains("=");
          Selector.Operator meant =
              operator.equals("!=") ? Selector.Operator.NOT_IN : Selector.Operator.IN;
          return fits
              ? Optional.of(new Selector.Requirement(NAME, meant, Set.of(value)))
              : Optional.empty();
        }
      }
      return Optional.empty();
    }
  }
}
