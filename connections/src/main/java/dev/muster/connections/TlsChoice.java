package dev.muster.connections;

import dev.muster.connections.profile.Switch;
import dev.muster.connections.profile.TemporalProfile;
import dev.muster.connections.profile.TemporalProfile.Part;
import dev.muster.connections.settings.Setting;
import dev.muster.connections.tls.Pem;
import dev.muster.connections.tls.TemporalTls;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.core.env.PropertyResolver;

/**
 * Whether the way to Temporal is encrypted, and with what: {@code spring.temporal.*} over {@code
 * muster.temporal.*} over the environment's.
 */
final class TlsChoice {

  private static final String STARTER = "spring.temporal.connection.";
  private static final String MTLS = STARTER + "mtls.";
  private static final String OURS = "muster.temporal.tls.";

  private final PropertyResolver said;
  private final TemporalProfile theirs;

  TlsChoice(PropertyResolver said, TemporalProfile theirs) {
    this.said = said;
    this.theirs = theirs;
  }

  /**
   * For an engine that is Muster's own: the starter would use a certificate all the same.
   *
   * @throws dev.muster.connections.settings.SettingProblem if one is set
   */
  static void requireNone(PropertyResolver said) {
    Stream.of("key-file", "key", "cert-chain-file", "cert-chain")
        .flatMap(name -> Setting.in(said, MTLS + name).stream())
        .findFirst()
        .ifPresent(set -> {
          throw set.problem(
              "it is about a Temporal that somebody runs, and this engine is Muster's own (expected:"
                  + " muster up --engine HOST:PORT, or no such setting)");
        });
  }

  /** An API key, a certificate or a name for it switch TLS on, unless somebody says off. */
  Optional<TemporalTls> choose(boolean withApiKey) {
    Optional<Boolean> wanted =
        first(STARTER + "enable-https", OURS + "enabled").map(Switch::read).or(theirs::tlsEnabled);
    if (wanted.isPresent() && !wanted.get()) {
      return Optional.empty();
    }
    TemporalTls settings =
        new TemporalTls(
            theirs(Part.SERVER_CA, OURS + "server-ca-cert-path", OURS + "server-ca-cert-data"),
            store().isPresent() ? Optional.empty() : client(),
            store(),
            first(MTLS + "server-name", OURS + "server-name")
                .or(theirs::tlsServerName)
                .map(Setting::value),
            trust());
    boolean something =
        settings.serverCa().isPresent()
            || settings.client().isPresent()
            || settings.store().isPresent()
            || settings.serverName().isPresent()
            || settings.trust() == TemporalTls.Trust.ANYBODY
            || theirs.mentionsTls()
            || withApiKey;
    return wanted.orElse(something) ? Optional.of(settings) : Optional.empty();
  }

  /** What only the starter reads: a PKCS #12 store, or a key with a password. */
  private Optional<Setting> store() {
    boolean theirs =
        one(MTLS + "key-password").isPresent()
            || one(MTLS + "pkcs").map(Setting::value).equals(Optional.of("12"))
            || first(MTLS + "cert-chain-file", MTLS + "cert-chain").isEmpty();
    return first(MTLS + "key-file", MTLS + "key").filter(_ -> theirs);
  }

  private Optional<TemporalTls.Client> client() {
    Optional<Pem> certificate =
        pem(MTLS + "cert-chain-file", MTLS + "cert-chain")
            .or(() ->
                theirs(
                    Part.CLIENT_CERTIFICATE, OURS + "client-cert-path", OURS + "client-cert-data"));
    Optional<Pem> key =
        pem(MTLS + "key-file", MTLS + "key")
            .or(() -> theirs(Part.CLIENT_KEY, OURS + "client-key-path", OURS + "client-key-data"));
    if (certificate.isPresent() && key.isEmpty()) {
      throw certificate
          .get()
          .from()
          .problem(
              "a certificate without its key (expected: muster.temporal.tls.client-key-path or"
                  + " TEMPORAL_TLS_CLIENT_KEY_PATH too)");
    }
    if (key.isPresent() && certificate.isEmpty()) {
      throw key.get()
          .from()
          .problem(
              "a key without its certificate (expected: muster.temporal.tls.client-cert-path or"
                  + " TEMPORAL_TLS_CLIENT_CERT_PATH too)");
    }
    return certificate.flatMap(shown -> key.map(secret -> new TemporalTls.Client(shown, secret)));
  }

  private Optional<Pem> theirs(Part part, String ourFile, String ourData) {
    return pem(ourFile, ourData)
        .or(() -> theirs.tlsFile(part).map(Pem::file))
        .or(() -> theirs.tlsData(part).map(Pem::data));
  }

  private Optional<Pem> pem(String file, String data) {
    Optional<Setting> named = one(file);
    Optional<Setting> given = one(data);
    if (named.isPresent() && given.isPresent()) {
      throw given.get().problem("%s is set too (expected: one of the two)".formatted(file));
    }
    return named.map(Pem::file).or(() -> given.map(Pem::data));
  }

  private TemporalTls.Trust trust() {
    boolean anybody =
        first(MTLS + "insecure-trust-manager", OURS + "disable-host-verification")
            .map(Switch::read)
            .or(theirs::tlsTrustsAnybody)
            .orElse(false);
    return anybody ? TemporalTls.Trust.ANYBODY : TemporalTls.Trust.VERIFIED;
  }

  private Optional<Setting> first(String stronger, String weaker) {
    return one(stronger).or(() -> one(weaker));
  }

  private Optional<Setting> one(String name) {
    return Setting.in(said, name);
  }
}
