package dev.muster.connections.profile;

import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import io.grpc.Metadata;
import io.temporal.envconfig.ClientConfigProfile;
import io.temporal.envconfig.ClientConfigTLS;
import io.temporal.envconfig.LoadClientConfigProfileOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code TEMPORAL_ADDRESS} and the others, over the profile that {@code TEMPORAL_PROFILE} names in
 * the file of Temporal's command line. Read by Temporal's own library, so that it means the same.
 */
public final class TemporalProfile {

  private static final String FILE = "TEMPORAL_CONFIG_FILE";
  private static final String NAME = "TEMPORAL_PROFILE";
  private static final Pattern PLACE = Pattern.compile("line: (\\d+), column: (\\d+)");

  private final Map<String, String> environment;
  private final ClientConfigProfile profile;

  private TemporalProfile(Map<String, String> environment, ClientConfigProfile profile) {
    this.environment = environment;
    this.profile = profile;
  }

  /** With nothing in it, for an engine that nobody else knows of. */
  public static TemporalProfile none() {
    return new TemporalProfile(Map.of(), ClientConfigProfile.getDefaultInstance());
  }

  /**
   * What the environment says.
   *
   * @throws SettingProblem if a variable or the file is wrong
   */
  public static TemporalProfile read(Map<String, String> variables) {
    Map<String, String> environment = new HashMap<>(variables);
    // Compose files and the like set what they do not mean to set to nothing.
    environment.values().removeIf(String::isBlank);
    for (String name : new String[] {"TEMPORAL_TLS", "TEMPORAL_TLS_DISABLE_HOST_VERIFICATION"}) {
      environment.computeIfPresent(
          name, (_, text) -> String.valueOf(Switch.read(new Setting(name, text))));
    }
    requireFile(environment);
    return new TemporalProfile(environment, load(environment));
  }

  private static void requireFile(Map<String, String> environment) {
    String file = environment.get(FILE);
    if (file != null && !Files.isReadable(Path.of(file))) {
      throw new SettingProblem(
          FILE, "the file %s cannot be read (expected: a profile file in TOML)".formatted(file));
    }
  }

  private static ClientConfigProfile load(Map<String, String> environment) {
    String file = environment.getOrDefault(FILE, "temporal.toml in its usual place");
    try {
      return ClientConfigProfile.load(
          LoadClientConfigProfileOptions.newBuilder().setEnvOverrides(environment).build());
    } catch (IOException e) {
      // The library's message may quote the file, and so a key.
      Matcher place = PLACE.matcher(String.valueOf(e.getMessage()));
      throw new SettingProblem(
          FILE,
          "%s cannot be understood%s (expected: [profile.NAME] with address, namespace, api_key, tls)"
              .formatted(
                  file,
                  place.find()
                      ? ", line %s, column %s".formatted(place.group(1), place.group(2))
                      : ""));
    } catch (IllegalArgumentException e) {
      throw new SettingProblem(
          NAME,
          "there is no profile '%s' in %s (expected: [profile.%1$s] in that file)"
              .formatted(environment.getOrDefault(NAME, "default"), file));
    }
  }

  public Optional<Setting> address() {
    return setting("TEMPORAL_ADDRESS", "address", profile.getAddress());
  }

  public Optional<Setting> namespace() {
    return setting("TEMPORAL_NAMESPACE", "namespace", profile.getNamespace());
  }

  public Optional<Setting> apiKey() {
    return setting("TEMPORAL_API_KEY", "api_key", profile.getApiKey());
  }

  /** Headers for every call; they may hold credentials. */
  public Metadata headers() {
    return profile.getMetadata() == null ? new Metadata() : profile.getMetadata();
  }

  /** Whether anything is said of TLS: then it is meant to be on, unless it says off. */
  public boolean mentionsTls() {
    return profile.getTls() != null;
  }

  /** What is said in so many words. */
  public Optional<Boolean> tlsEnabled() {
    return tls().map(tls -> tls.isDisabled()).map(disabled -> !disabled);
  }

  public Optional<Boolean> tlsTrustsAnybody() {
    return tls().map(tls -> tls.isDisableHostVerification());
  }

  public Optional<Setting> tlsServerName() {
    return tls()
        .flatMap(
            tls -> setting("TEMPORAL_TLS_SERVER_NAME", "tls.server_name", tls.getServerName()));
  }

  public Optional<Setting> tlsFile(Part part) {
    return tls()
        .flatMap(tls -> setting(part.variable + "_PATH", part.key + "_path", part.path(tls)));
  }

  public Optional<Setting> tlsData(Part part) {
    return tls()
        .flatMap(tls -> {
          byte @Nullable [] data = part.data(tls);
          return data == null || data.length == 0
              ? Optional.empty()
              : setting(
                  part.variable + "_DATA",
                  part.key + "_data",
                  new String(data, StandardCharsets.UTF_8));
        });
  }

  /** What can be given as a file or as text. */
  public enum Part {
    SERVER_CA("TEMPORAL_TLS_SERVER_CA_CERT", "tls.server_ca_cert"),
    CLIENT_CERTIFICATE("TEMPORAL_TLS_CLIENT_CERT", "tls.client_cert"),
    CLIENT_KEY("TEMPORAL_TLS_CLIENT_KEY", "tls.client_key");

    private final String variable;
    private final String key;

    Part(String variable, String key) {
      this.variable = variable;
      this.key = key;
    }

    private @Nullable String path(ClientConfigTLS tls) {
      return switch (this) {
        case SERVER_CA -> tls.getServerCACertPath();
        case CLIENT_CERTIFICATE -> tls.getClientCertPath();
        case CLIENT_KEY -> tls.getClientKeyPath();
      };
    }

    private byte @Nullable [] data(ClientConfigTLS tls) {
      return switch (this) {
        case SERVER_CA -> tls.getServerCACertData();
        case CLIENT_CERTIFICATE -> tls.getClientCertData();
        case CLIENT_KEY -> tls.getClientKeyData();
      };
    }
  }

  private Optional<ClientConfigTLS> tls() {
    return Optional.ofNullable(profile.getTls());
  }

  private Optional<Setting> setting(String variable, String key, @Nullable String value) {
    String name =
        environment.containsKey(variable)
            ? variable
            : "%s of profile %s".formatted(key, environment.getOrDefault(NAME, "default"));
    return Optional.ofNullable(value)
        .filter(text -> !text.isBlank())
        .map(text -> new Setting(name, text));
  }

  /** Without what is secret. */
  @Override
  public String toString() {
    return "TemporalProfile";
  }
}
