package dev.muster.agent.http;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import dev.muster.agent.settings.AgentTls;
import dev.muster.agent.settings.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** HTTPS from key files; with a trust store, clients must present a certificate of it. */
final class Tls {

  private Tls() {}

  static HttpsConfigurator configurator(AgentTls settings) {
    boolean mutual = settings.trustStore().isPresent();
    return new HttpsConfigurator(context(settings)) {
      @Override
      public void configure(HttpsParameters parameters) {
        SSLParameters defaults = getSSLContext().getDefaultSSLParameters();
        defaults.setNeedClientAuth(mutual);
        defaults.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setSSLParameters(defaults);
      }
    };
  }

  private static SSLContext context(AgentTls settings) {
    try {
      KeyManagerFactory keys =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      keys.init(load(settings.keyStore()), password(settings.keyStore()));
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), trust(settings.trustStore()), null);
      return context;
    } catch (GeneralSecurityException unusable) {
      throw new UsageException("tls: the keys cannot be used: " + unusable.getMessage());
    }
  }

  private static TrustManager @Nullable [] trust(Optional<AgentTls.KeyFile> file)
      throws GeneralSecurityException {
    if (file.isEmpty()) {
      return null;
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(load(file.get()));
    return trust.getTrustManagers();
  }

  private static KeyStore load(AgentTls.KeyFile file) throws GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream stream = Files.newInputStream(file.file())) {
      store.load(stream, password(file));
      return store;
    } catch (IOException unreadable) {
      throw new UsageException(
          "tls: %s cannot be read with the password of %s"
              .formatted(file.file(), file.passwordFile()));
    }
  }

  private static char[] password(AgentTls.KeyFile file) {
    try {
      return Files.readString(file.passwordFile()).strip().toCharArray();
    } catch (IOException unreadable) {
      throw new UsageException("tls: %s cannot be read".formatted(file.passwordFile()));
    }
  }
}
