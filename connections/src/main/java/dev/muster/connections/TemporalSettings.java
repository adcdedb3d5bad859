package dev.muster.connections;

import dev.muster.connections.profile.TemporalProfile;
import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.connections.tls.TemporalTls;
import io.grpc.Metadata;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.core.env.PropertyResolver;

/**
 * Where the engine is and how it is reached. What {@code spring.temporal.*} says wins over {@code
 * muster.temporal.*}, and that over what the environment says to all programs; an engine that
 * Muster started itself is reached by its address alone.
 *
 * @param address {@code host:port}
 * @param engine what it is, for people: embedded, dev-server or server
 * @param apiKey what to send with every call
 * @param tls nothing is encrypted when it is empty
 * @param headers sent with every call; may hold credentials
 * @param codecKeyFile payloads are encrypted with the keys in it; not at all when it is empty
 * @param codecUiOrigin of a Web UI that may ask for decoding
 */
public record TemporalSettings(
    String address,
    String namespace,
    String engine,
    Optional<ApiKey> apiKey,
    Optional<TemporalTls> tls,
    Metadata headers,
    Optional<Setting> codecKeyFile,
    Optional<String> codecUiOrigin) {

  private static final String HERE = "127.0.0.1:7233";
  private static final Pattern ADDRESS =
      Pattern.compile("([^\\s:/]+|\\[[0-9a-fA-F:.]+])(:[0-9]{1,5})");

  /** Started by this process, or beside it for it: nobody else's settings are about them. */
  private static final Set<String> OWN_ENGINES = Set.of("embedded", "dev-server");

  /**
   * What holds in the end.
   *
   * @throws SettingProblem if something is wrong, with the name of what is
   */
  static TemporalSettings of(PropertyResolver said, Map<String, String> variables) {
    String engine = own(said, "engine").map(Setting::value).orElse("server");
    boolean own = OWN_ENGINES.contains(engine);
    if (own) {
      TlsChoice.requireNone(said);
    }
    TemporalProfile theirs = own ? TemporalProfile.none() : TemporalProfile.read(variables);
    Setting address =
        starters(said, "connection.target")
            .or(() -> own(said, "address"))
            .or(theirs::address)
            .map(TemporalSettings::withoutAlias)
            .orElse(new Setting("muster.temporal.address", HERE));
    requireAddress(address);
    Optional<ApiKey> apiKey = own ? Optional.empty() : apiKey(said, theirs);
    Optional<TemporalTls> tls =
        own ? Optional.empty() : new TlsChoice(said, theirs).choose(apiKey.isPresent());
    requireEncrypted(apiKey, tls, address);
    return new TemporalSettings(
        address.value(),
        starters(said, "namespace")
            .or(() -> own(said, "namespace"))
            .or(theirs::namespace)
            .map(Setting::value)
            .orElse("default"),
        engine,
        apiKey,
        tls,
        theirs.headers(),
        own(said, "codec-key-file"),
        own(said, "codec-ui-origin").map(TemporalSettings::origin));
  }

  private static Optional<Setting> own(PropertyResolver said, String name) {
    return Setting.in(said, "muster.temporal." + name);
  }

  private static Optional<Setting> starters(PropertyResolver said, String name) {
    return Setting.in(said, "spring.temporal." + name);
  }

  /** The starter's word for the usual place. */
  private static Setting withoutAlias(Setting address) {
    return address.value().equals("local") ? new Setting(address.name(), HERE) : address;
  }

  private static Optional<ApiKey> apiKey(PropertyResolver said, TemporalProfile theirs) {
    Optional<Setting> word = own(said, "api-key");
    Optional<Setting> file = own(said, "api-key-file");
    if (word.isPresent() && file.isPresent()) {
      throw file.get().problem("muster.temporal.api-key is set too (expected: one of the two)");
    }
    return starters(said, "connection.api-key")
        .or(() -> word)
        .map(ApiKey::of)
        .or(() -> file.map(ApiKey::file))
        .or(() -> theirs.apiKey().map(ApiKey::of));
  }

  private static void requireAddress(Setting address) {
    boolean fits = ADDRESS.matcher(address.value()).matches();
    if (!fits || port(address.value()) < 1 || port(address.value()) > 65_535) {
      throw address.problem(
          "'%s' (expected: host:port, with a port from 1 to 65535)".formatted(address.value()));
    }
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  /** A key that goes over a network in the clear is everybody's. */
  private static void requireEncrypted(
      Optional<ApiKey> apiKey, Optional<TemporalTls> tls, Setting address) {
    String host = address.value().substring(0, address.value().lastIndexOf(':'));
    boolean here = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    if (apiKey.isPresent() && tls.isEmpty() && !here) {
      throw new SettingProblem(
          apiKey.get().toString(),
          "an API key is set and TLS is switched off, so that the key would go to %s in the clear"
                  .formatted(address.value())
              + " (expected: muster.temporal.tls.enabled=true, or no API key)");
    }
  }

  private static String origin(Setting setting) {
    try {
      URI uri = URI.create(setting.value());
      if (uri.getHost() != null
          && uri.getRawPath().isEmpty()
          && uri.getScheme().startsWith("http")) {
        return setting.value();
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw setting.problem(
        "'%s' (expected: scheme, host and port of the Web UI, such as http://localhost:8233)"
            .formatted(setting.value()));
  }

  /** Without what is secret. */
  @Override
  public String toString() {
    return "TemporalSettings[address=%s, namespace=%s, engine=%s, apiKey=%s, tls=%s, codec=%s]"
        .formatted(
            address,
            namespace,
            engine,
            apiKey.isPresent(),
            tls.isPresent(),
            codecKeyFile.isPresent());
  }
}
