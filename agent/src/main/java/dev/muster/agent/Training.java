package dev.muster.agent;

import dev.muster.agent.settings.AgentOptions;
import dev.muster.agent.settings.Settings;
import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import tools.jackson.databind.JsonNode;

/**
 * A short life of an agent for the ahead-of-time cache: it listens on the loopback with a
 * certificate of its own, as agents do that joined, is asked what Muster asks, and stops.
 */
final class Training {

  private static final String ACTIONS =
      """
      [{"kind": "test.success"}, {"kind": "agent.version"}, {"kind": "exec.command", "args": {"argv": ["true"]}}]
      """;

  private final Settings settings;
  private final String token = UUID.randomUUID().toString();
  private Optional<SSLContext> believed = Optional.empty();

  private Training(List<String> args) {
    List<String> all = new ArrayList<>(args);
    all.addAll(List.of("--listen", "127.0.0.1:0", "--allow", "true"));
    Settings read = AgentOptions.parse(all);
    Settings.Access access = read.access();
    this.settings =
        new Settings(
            read.node(),
            read.listen(),
            read.data(),
            new Settings.Access(
                Optional.of(token),
                access.tls(),
                access.hosts(),
                Settings.Encryption.OWN_CERTIFICATE),
            read.permissions(),
            read.nudge(),
            read.limits(),
            read.join());
  }

  /**
   * Does it.
   *
   * @param args options of an agent, without where it listens
   */
  static void run(List<String> args) throws IOException {
    Training training = new Training(args);
    try (Agent agent = Agent.start(training.settings, Clock.systemUTC())) {
      training.ask(agent.url());
    }
  }

  private void ask(String url) throws IOException {
    call(url + "/v1/info", Optional.empty());
    call(url + "/v1/actions", Optional.of(ACTIONS));
    Set<String> ended = new HashSet<>();
    long cursor = 0;
    for (int asked = 0; ended.size() < 3 && asked < 20; asked++) {
      JsonNode seen = call(url + "/v1/actions?since=%d&wait=1".formatted(cursor), Optional.empty());
      cursor = seen.path("cursor").asLong(cursor);
      for (JsonNode action : seen.path("actions")) {
        if (ActionState.valueOf(action.path("state").asString("NEW")).isFinal()) {
          ended.add(action.path("id").asString(""));
        }
      }
    }
    call(url + "/healthz", Optional.empty());
  }

  private JsonNode call(String url, Optional<String> body) throws IOException {
    HttpsURLConnection connection = (HttpsURLConnection) URI.create(url).toURL().openConnection();
    connection.setSSLSocketFactory(believed().getSocketFactory());
    // It is believed by its certificate alone, as Muster does.
    connection.setHostnameVerifier((host, session) -> true);
    connection.setRequestProperty("Authorization", "Bearer " + token);
    connection.setRequestProperty("Content-Type", "application/json");
    if (body.isPresent()) {
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body.get().getBytes(StandardCharsets.UTF_8));
      }
    }
    try (InputStream in = connection.getInputStream()) {
      return WireFormat.JSON.readTree(in.readAllBytes());
    }
  }

  /** The agent's own certificate, and no other. */
  private SSLContext believed() throws IOException {
    if (believed.isEmpty()) {
      believed = Optional.of(believed(settings.data()));
    }
    return believed.get();
  }

  private static SSLContext believed(Path data) throws IOException {
    try (InputStream keys = Files.newInputStream(data.resolve("certificate.p12"))) {
      KeyStore own = KeyStore.getInstance("PKCS12");
      own.load(keys, Files.readString(data.resolve("certificate.password")).toCharArray());
      KeyStore one = KeyStore.getInstance("PKCS12");
      one.load(null, null);
      for (String alias : Collections.list(own.aliases())) {
        one.setCertificateEntry(alias, own.getCertificate(alias));
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(one);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException unusable) {
      throw new IOException(
          "the training cannot use its certificate: " + unusable.getMessage(), unusable);
    }
  }
}
