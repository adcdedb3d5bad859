package dev.muster.agent.kind;

import dev.muster.agent.artifact.ArtifactPlace;
import dev.muster.agent.artifact.ArtifactRules;
import dev.muster.agent.artifact.ArtifactSource;
import dev.muster.agent.artifact.FileLooks;
import dev.muster.agent.artifact.FileOrigin;
import dev.muster.agent.artifact.Origin;
import dev.muster.agent.artifact.Sha256;
import dev.muster.agent.artifact.WebOrigin;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.probe.HttpProbe;
import dev.muster.agent.process.WorkFolders;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The arguments of {@code artifact.*}, read under the node's rules. */
final class ArtifactArgs {

  private static final Duration STALL = Duration.ofMinutes(1);
  private static final int KEEP = 1;
  private static final int MOST_KEPT = 20;
  private static final int RETRIES = 5;

  private ArtifactArgs() {}

  /**
   * What {@code artifact.install} is to do.
   *
   * @param keep how many files of before
   */
  record Install(
      ArtifactPlace place,
      Origin origin,
      Optional<String> sha256,
      FileLooks looks,
      int keep,
      int retries) {}

  /**
   * What {@code artifact.rollback} is to do.
   *
   * @param to the hash of the file to go back to; empty for the newest of before
   * @param from the hash that must be there, or nothing is done; empty for any
   */
  record Rollback(ArtifactPlace place, Optional<String> to, Optional<String> from) {}

  static Install install(JsonFields args, ArtifactRules rules) {
    ArtifactPlace place = place(args, rules);
    Optional<String> sha256 = sha256(args, "sha256");
    if (sha256.isEmpty() && rules.unhashed() == ArtifactRules.Unhashed.REFUSED) {
      throw args.wrong(
          "sha256 is missing: this node installs nothing of which it does not know the hash (artifacts.unhashed in the agent's configuration decides)");
    }
    return new Install(
        place,
        origin(args, rules),
        sha256,
        looks(args, rules),
        args.integer("keep", 0, MOST_KEPT).orElse(KEEP),
        args.integer("retries", 0, 1000).orElse(RETRIES));
  }

  static Rollback rollback(JsonFields args, ArtifactRules rules) {
    return new Rollback(place(args, rules), sha256(args, "sha256"), sha256(args, "from"));
  }

  private static ArtifactPlace place(JsonFields args, ArtifactRules rules) {
    Path target = Path.of(args.text("target"));
    Path folder = target.getParent();
    if (!target.isAbsolute()
        || folder == null
        || target.endsWith("..")
        || target.endsWith(".")
        || ArtifactPlace.isInside(target)) {
      throw args.wrong(
          "target: '%s' (expected: the absolute path of a file, such as /opt/app/bin/app)"
              .formatted(target));
    }
    return switch (rules.targets().of(folder)) {
      case WorkFolders.Answer.At(Path real) ->
          new ArtifactPlace(real.resolve(target.getFileName()));
      case WorkFolders.Answer.Refused(String reason) -> throw args.wrong("target: " + reason);
    };
  }

  private static Optional<String> sha256(JsonFields args, String name) {
    Optional<String> given = args.optionalText(name);
    given
        .filter(text -> !Sha256.FORM.matcher(text).matches())
        .ifPresent(text -> {
          throw args.wrong("%s: '%s' (expected: 64 hexadecimal digits)".formatted(name, text));
        });
    return given.map(text -> text.toLowerCase(Locale.ROOT));
  }

  private static FileLooks looks(JsonFields args, ArtifactRules rules) {
    Optional<String> mode = args.optionalText("mode");
    mode.filter(text -> !FileLooks.MODE.matcher(text).matches())
        .ifPresent(text -> {
          throw args.wrong(
              "mode: '%s' (expected: three octal digits as a text, such as \"0755\")"
                  .formatted(text));
        });
    Optional<String> owner = args.optionalText("owner");
    owner
        .filter(name -> !rules.owners().contains(name) || !FileLooks.OWNER.matcher(name).matches())
        .ifPresent(name -> {
          throw args.wrong(
              "owner: '%s' is not allowed on this node (allowed: %s; artifacts.owners in the agent's configuration decides)"
                  .formatted(
                      name, rules.owners().isEmpty() ? "none" : String.join(", ", rules.owners())));
        });
    return new FileLooks(mode, owner);
  }

  private static Origin origin(JsonFields args, ArtifactRules rules) {
    Optional<String> file = args.optionalText("file");
    Optional<String> url = args.optionalText("url");
    if (file.isPresent() == url.isPresent()) {
      throw args.wrong(
          "%s of url and file given (expected: exactly one)"
              .formatted(file.isPresent() ? "both" : "none"));
    }
    Duration stall = args.duration("stall").orElse(STALL);
    Optional<String> source = args.optionalText("source");
    Map<String, String> headers = args.textMap("headers");
    if (file.isPresent()) {
      if (source.isPresent() || !headers.isEmpty()) {
        throw args.wrong("source and headers are for a url, not for a file");
      }
      return file(args, Path.of(file.get()), rules);
    }
    URI address = HttpProbe.parse("args.url", url.orElseThrow());
    if (address.getRawUserInfo() != null) {
      throw args.wrong(
          "url: it contains a password; name a source of the agent's configuration instead");
    }
    return new WebOrigin(address, headers, source(args, address, source, rules), stall);
  }

  private static Origin file(JsonFields args, Path file, ArtifactRules rules) {
    return switch (rules.files().of(file)) {
      case WorkFolders.Answer.At(Path real) -> new FileOrigin(real);
      case WorkFolders.Answer.Refused(String reason) -> throw args.wrong("file: " + reason);
    };
  }

  /** The one that is named, which must serve the address; else the usual one, if it does. */
  private static ArtifactSource source(
      JsonFields args, URI url, Optional<String> name, ArtifactRules rules) {
    if (name.isEmpty()) {
      return Optional.ofNullable(rules.sources().get(ArtifactRules.USUAL_SOURCE))
          .filter(source -> source.serves(url))
          .orElse(ArtifactSource.PLAIN);
    }
    ArtifactSource source =
        Optional.ofNullable(rules.sources().get(name.get()))
            .orElseThrow(() ->
                args.wrong(
                    "source: '%s' is not configured on this node (configured: %s)"
                        .formatted(
                            name.get(),
                            rules.sources().isEmpty()
                                ? "none"
                                : String.join(", ", new TreeSet<>(rules.sources().keySet())))));
    if (!source.serves(url)) {
      throw args.wrong(
          "source: '%s' does not serve this url (it serves: %s)"
              .formatted(name.get(), String.join(", ", source.urls())));
    }
    return source;
  }
}
