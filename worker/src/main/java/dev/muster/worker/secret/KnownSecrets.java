package dev.muster.worker.secret;

import dev.muster.activities.secret.SecretSource;
import dev.muster.activities.secret.Secrets;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.secret.SecretRules;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The secrets of this worker, as its settings name them; owns the connection to Vault. */
public final class KnownSecrets implements AutoCloseable {

  private static final String CREDENTIALS = "CREDENTIALS_DIRECTORY";

  private static final Pattern IN_VAULT = Pattern.compile("([\\w.-]+(?:/[\\w.-]+)*)#([\\w.-]+)");

  private final Secrets secrets;
  private final Optional<Vault> vault;

  /**
   * @param environment of this process
   * @throws SettingProblem if a setting is wrong
   */
  public KnownSecrets(SecretSettings settings, Map<String, String> environment, Clock clock) {
    this.vault =
        settings.vault().isThere()
            ? Optional.of(new Vault(settings.vault(), clock))
            : Optional.empty();
    Map<String, SecretSource> sources = new HashMap<>();
    Map<String, SecretRules.Allowed> allowed = new HashMap<>();
    settings
        .secrets()
        .forEach((key, entry) -> {
          sources.put(key, source("muster.secrets." + key, entry, environment));
          allowed.put(key, SecretSettings.allowed(entry));
        });
    this.secrets = new Secrets(new SecretRules(allowed), sources);
  }

  /** What cycles use. */
  public Secrets secrets() {
    return secrets;
  }

  @Override
  public void close() {
    vault.ifPresent(Vault::close);
  }

  private SecretSource source(
      String setting, SecretSettings.Entry entry, Map<String, String> environment) {
    if (!entry.environment().isBlank()) {
      return new VariableSource(entry.environment(), environment);
    }
    if (!entry.file().isBlank()) {
      return new FileSource(path(setting + ".file", entry.file()));
    }
    if (!entry.credential().isBlank()) {
      return credential(setting + ".credential", entry.credential(), environment);
    }
    Matcher place = IN_VAULT.matcher(entry.vault());
    if (!place.matches() || entry.vault().contains("..")) {
      throw new SettingProblem(
          setting + ".vault",
          "'%s' (expected: PATH#FIELD, such as prod/db#password)".formatted(entry.vault()));
    }
    return new VaultSource(
        vault.orElseThrow(() ->
            new SettingProblem(
                setting + ".vault", "there is no Vault (expected: muster.vault.address, too)")),
        place.group(1),
        place.group(2));
  }

  private static SecretSource credential(
      String setting, String name, Map<String, String> environment) {
    String folder =
        Optional.ofNullable(environment.get(CREDENTIALS))
            .orElseThrow(() ->
                new SettingProblem(
                    setting,
                    "$%s is not set (expected: LoadCredential= in the unit of the worker)"
                        .formatted(CREDENTIALS)));
    if (name.contains("/") || name.startsWith(".")) {
      throw new SettingProblem(
          setting, "'%s' (expected: the name of a credential)".formatted(name));
    }
    return new FileSource(path(setting, folder).resolve(name));
  }

  private static Path path(String setting, String text) {
    try {
      return Path.of(text).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new SettingProblem(setting, "'%s' is no path".formatted(text));
    }
  }
}
