package dev.muster.connections;

import dev.muster.connections.profile.Switch;
import dev.muster.connections.profile.TemporalProfile;
import dev.muster.connections.profile.TemporalProfile.Part;
import dev.muster.connections.settings.Setting;
import dev.muster.connections.tls.Pem;
import dev.muster.connections.tls.TlsSettings;
import java.util.Optional;

/** Whether the way to Temporal is encrypted, and with what: ours over the environment's. */
final class TlsChoice {

  private final TemporalProperties.Tls ours;
  private final TemporalProfile theirs;

  TlsChoice(TemporalProperties.Tls ours, TemporalProfile theirs) {
    this.ours = ours;
    this.theirs = theirs;
  }

  /** An API key, a certificate or a name for it switch TLS on, unless somebody says off. */
  Optional<TlsSettings> choose(boolean withApiKey) {
    Optional<Boolean> said =
        own("enabled", ours.enabled()).map(Switch::read).or(theirs::tlsEnabled);
    if (said.isPresent() && !said.get()) {
      return Optional.empty();
    }
    TlsSettings settings =
        new TlsSettings(
            pem(Part.SERVER_CA, "server-ca-cert", ours.serverCaCertPath(), ours.serverCaCertData()),
            client(),
            own("server-name", ours.serverName()).or(theirs::tlsServerName).map(Setting::value),
            trust());
    boolean something =
        settings.serverCa().isPresent()
            || settings.client().isPresent()
            || settings.serverName().isPresent()
            || settings.trust() == TlsSettings.Trust.ANYBODY
            || theirs.mentionsTls()
            || withApiKey;
    return said.orElse(something) ? Optional.of(settings) : Optional.empty();
  }

  private Optional<TlsSettings.Client> client() {
    Optional<Pem> certificate =
        pem(Part.CLIENT_CERTIFICATE, "client-cert", ours.clientCertPath(), ours.clientCertData());
    Optional<Pem> key =
        pem(Part.CLIENT_KEY, "client-key", ours.clientKeyPath(), ours.clientKeyData());
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
    return certificate.flatMap(shown -> key.map(secret -> new TlsSettings.Client(shown, secret)));
  }

  private Optional<Pem> pem(
      Part part, String name, Optional<String> ourPath, Optional<String> ourData) {
    Optional<Setting> path = own(name + "-path", ourPath);
    Optional<Setting> data = own(name + "-data", ourData);
    if (path.isPresent() && data.isPresent()) {
      throw data.get()
          .problem("%s is set too (expected: one of the two)".formatted(path.get().name()));
    }
    return path.map(Pem::file)
        .or(() -> data.map(Pem::data))
        .or(() -> theirs.tlsFile(part).map(Pem::file))
        .or(() -> theirs.tlsData(part).map(Pem::data));
  }

  private TlsSettings.Trust trust() {
    boolean anybody =
        own("disable-host-verification", ours.disableHostVerification())
            .map(Switch::read)
            .or(theirs::tlsTrustsAnybody)
            .orElse(false);
    return anybody ? TlsSettings.Trust.ANYBODY : TlsSettings.Trust.VERIFIED;
  }

  private static Optional<Setting> own(String name, Optional<String> value) {
    return TemporalSettings.own("tls." + name, value);
  }
}
