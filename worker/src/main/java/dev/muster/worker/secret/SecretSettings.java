package dev.muster.worker.secret;

import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.secret.SecretName;
import dev.muster.domain.secret.SecretRules.Allowed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The secrets that playbooks may refer to, {@code muster.secrets.NAME.*}, and the Vault that some
 * of them are in, {@code muster.vault.*}. Holds no value of any.
 *
 * @param secrets by name; {@code -} and {@code _} do not count in it
 */
@ConfigurationProperties("muster")
public record SecretSettings(
    @DefaultValue Map<String, Entry> secrets, @DefaultValue VaultSettings vault) {

  /**
   * Where one secret is (one of the four), and where it may be used.
   *
   * @param environment a variable of the worker's environment
   * @param file a file
   * @param credential a file in systemd's {@code $CREDENTIALS_DIRECTORY}
   * @param vault path and field in a Vault, {@code prod/db#password}
   * @param playbooks patterns of names
   * @param clusters patterns of names
   */
  public record Entry(
      @DefaultValue("") String environment,
      @DefaultValue("") String file,
      @DefaultValue("") String credential,
      @DefaultValue("") String vault,
      @DefaultValue List<String> playbooks,
      @DefaultValue List<String> clusters) {

    private long places() {
      return Stream.of(environment, file, credential, vault)
          .filter(text -> !text.isBlank())
          .count();
    }
  }

  public SecretSettings {
    Map<String, Entry> byKey = new LinkedHashMap<>();
    secrets.forEach((name, entry) -> {
      String setting = "muster.secrets." + name;
      SecretName known = known(setting, name);
      if (entry.places() != 1) {
        throw new IllegalArgumentException(
            "%s: %d places (expected: one of environment, file, credential, vault)"
                .formatted(setting, entry.places()));
      }
      if (byKey.put(known.key(), entry) != null) {
        throw new IllegalArgumentException(
            "%s: it is there twice (expected: names that differ in more than '-' and '_')"
                .formatted(setting));
      }
      patterns(setting + ".playbooks", entry.playbooks());
      patterns(setting + ".clusters", entry.clusters());
    });
    secrets = Map.copyOf(byKey);
  }

  /** Where a secret may be used. */
  static Allowed allowed(Entry entry) {
    return new Allowed(
        entry.playbooks().stream().map(ClusterPattern::new).toList(),
        entry.clusters().stream().map(ClusterPattern::new).toList());
  }

  private static SecretName known(String setting, String name) {
    try {
      return new SecretName(SecretName.key(name));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(setting + ": " + e.getMessage(), e);
    }
  }

  private static void patterns(String setting, List<String> patterns) {
    if (patterns.isEmpty()) {
      throw new IllegalArgumentException(
          "%s: nothing (expected: names, in which '*' stands for any characters)"
              .formatted(setting));
    }
    for (String pattern : patterns) {
      try {
        new ClusterPattern(pattern);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(
            "%s: '%s' (expected: lower-case letters, digits, '-' and '*')"
                .formatted(setting, pattern),
            e);
      }
    }
  }
}
