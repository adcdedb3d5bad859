package dev.muster.agent.settings;

import dev.muster.agent.artifact.ArtifactRules;
import dev.muster.agent.artifact.ArtifactSource;
import dev.muster.agent.json.JsonFields;
import dev.muster.agent.probe.HttpProbe;
import dev.muster.agent.process.WorkFolders;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Kinds that are there only where the node's configuration says how.
 *
 * @param external the folder of the executables behind {@code external.*}
 * @param hosting where {@code member.*} makes members
 * @param kubernetes there whenever {@code k0s} is
 */
public record MoreKinds(
    Optional<ArtifactRules> artifacts,
    Optional<RebootSettings> reboot,
    Optional<Path> external,
    Optional<UpgradeSettings> upgrade,
    Optional<HostingSettings> hosting,
    Optional<K0sSettings> k0s,
    Optional<KubernetesSettings> kubernetes) {

  private static final String FOLDERS = "artifacts.folders in the agent's configuration decides";

  static MoreKinds read(JsonFields fields) {
    Optional<K0sSettings> k0s = fields.object("k0s", K0sSettings::read);
    Optional<KubernetesSettings> kubernetes = fields.object("kubernetes", KubernetesSettings::read);
    if (k0s.isPresent() && kubernetes.isEmpty()) {
      throw fields.wrong(
          "kubernetes is missing: a node with k0s is cordoned and drained for an update (expected: {\"kubeconfig\": FILE}, or {\"none\": WHY} where there is no Kubernetes API, and this is left out)");
    }
    Optional<ArtifactRules> artifacts = fields.object("artifacts", MoreKinds::artifacts);
    return new MoreKinds(
        k0s.map(it -> with(artifacts, it.folder())).or(() -> artifacts),
        fields.object("reboot", MoreKinds::reboot),
        fields.optionalText("external").map(Path::of),
        fields.object("upgrade", MoreKinds::upgrade),
        fields.object("members", HostingSettings::read),
        k0s,
        kubernetes);
  }

  /** So that the binary of before can be put back as any other file. */
  private static ArtifactRules with(Optional<ArtifactRules> rules, Path folder) {
    List<Path> files = rules.map(given -> given.files().allowed()).orElse(List.of());
    List<Path> targets = rules.map(given -> given.targets().allowed()).orElse(List.of());
    return new ArtifactRules(
        new WorkFolders(
            Stream.concat(targets.stream(), Stream.of(folder)).distinct().toList(), FOLDERS),
        new WorkFolders(files, "artifacts.files in the agent's configuration decides"),
        rules.map(ArtifactRules::owners).orElse(List.of()),
        rules.map(ArtifactRules::unhashed).orElse(ArtifactRules.Unhashed.REFUSED),
        rules.map(ArtifactRules::sources).orElse(Map.of()));
  }

  private static UpgradeSettings upgrade(JsonFields fields) {
    return new UpgradeSettings(folders(fields, List.of(fields.text("home"))).getFirst());
  }

  private static ArtifactRules artifacts(JsonFields fields) {
    Map<String, ArtifactSource> sources =
        new TreeMap<>(fields.objects("sources", MoreKinds::source));
    return new ArtifactRules(
        new WorkFolders(folders(fields, fields.texts("folders")), FOLDERS),
        new WorkFolders(
            folders(fields, fields.optionalTexts("files").orElse(List.of())),
            "artifacts.files in the agent's configuration decides"),
        fields.optionalTexts("owners").orElse(List.of()),
        fields.flag("unhashed").orElse(false)
            ? ArtifactRules.Unhashed.TAKEN
            : ArtifactRules.Unhashed.REFUSED,
        sources);
  }

  private static List<Path> folders(JsonFields fields, List<String> names) {
    List<Path> folders = names.stream().map(Path::of).toList();
    folders.stream()
        .filter(folder -> !folder.isAbsolute())
        .findFirst()
        .ifPresent(folder -> {
          throw fields.wrong("'%s' (expected: an absolute path)".formatted(folder));
        });
    return folders;
  }

  private static ArtifactSource source(JsonFields fields) {
    List<String> urls = fields.optionalTexts("urls").orElse(List.of());
    urls.forEach(url -> HttpProbe.parse("urls", url));
    Optional<ArtifactSource.Login> login = login(fields);
    if (login.isPresent() && urls.isEmpty()) {
      throw fields.wrong(
          "urls is missing: whom the password or token is shown to, such as [\"https://nexus.example.com/\"]");
    }
    return new ArtifactSource(
        urls,
        fields.optionalText("caFile").map(Path::of),
        login,
        fields.object("proxy", MoreKinds::proxy));
  }

  private static Optional<ArtifactSource.Login> login(JsonFields fields) {
    Optional<String> token = fields.optionalText("tokenFile");
    Optional<String> user = fields.optionalText("user");
    Optional<String> password = fields.optionalText("passwordFile");
    if (user.isPresent() != password.isPresent() || (token.isPresent() && user.isPresent())) {
      throw fields.wrong("give user and passwordFile, or tokenFile, or none of them");
    }
    return token.or(() -> password).map(file -> new ArtifactSource.Login(user, Path.of(file)));
  }

  private static ArtifactSource.Via proxy(JsonFields fields) {
    URI url = HttpProbe.parse("proxy.url", fields.text("url"));
    if (!"http".equals(url.getScheme()) || url.getPort() < 0) {
      throw fields.wrong("url: '%s' (expected: http://HOST:PORT)".formatted(url));
    }
    Optional<ArtifactSource.Login> login = login(fields);
    if (login.filter(who -> who.user().isEmpty()).isPresent()) {
      throw fields.wrong("tokenFile is not for a proxy: give user and passwordFile");
    }
    return new ArtifactSource.Via(url.getHost(), url.getPort(), login);
  }

  private static RebootSettings reboot(JsonFields fields) {
    return new RebootSettings(
        fields.optionalTexts("command").orElse(RebootSettings.USUAL.command()),
        fields.optionalText("bootId").map(Path::of).orElse(RebootSettings.USUAL.bootId()));
  }
}
