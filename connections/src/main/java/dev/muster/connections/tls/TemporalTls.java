package dev.muster.connections.tls;

import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLException;

/**
 * How the connection is encrypted.
 *
 * @param serverCa whose certificates the server may have; those that Java trusts when it is empty
 * @param client what this process shows the server
 * @param store the same, in what only Temporal's starter reads: PKCS #12, or a key with a password
 * @param serverName what the server's certificate must be for, if not for the host of the address
 */
public record TemporalTls(
    Optional<Pem> serverCa,
    Optional<Client> client,
    Optional<Setting> store,
    Optional<String> serverName,
    Trust trust) {

  public TemporalTls {
    if (store.isPresent() && serverCa.isPresent()) {
      throw store
          .get()
          .problem(
              "a PKCS #12 store, or a key with a password, goes with the authorities that Java"
                  + " trusts, and %s is set too (expected: PEM without a password)"
                      .formatted(serverCa.get().from().name()));
    }
  }

  /** Whom to believe. */
  public enum Trust {
    /** A server whose certificate is for its name and signed by a known authority. */
    VERIFIED,
    /** Anybody; for tries. */
    ANYBODY
  }

  /** A certificate with its chain, and its key. */
  public record Client(Pem certificate, Pem key) {}

  /**
   * For the connection; empty if the starter makes it.
   *
   * @throws SettingProblem if a certificate or key cannot be used
   */
  public Optional<SslContext> context() {
    if (store.isPresent()) {
      return Optional.empty();
    }
    SslContextBuilder builder = GrpcSslContexts.forClient();
    if (trust == Trust.ANYBODY) {
      builder.trustManager(InsecureTrustManagerFactory.INSTANCE);
    } else {
      serverCa.ifPresent(pem -> builder.trustManager(pem.certificates()));
    }
    client.ifPresent(shown -> show(shown, builder));
    try {
      return Optional.of(builder.build());
    } catch (SSLException | IllegalArgumentException e) {
      throw new SettingProblem(
          "muster.temporal.tls", "it cannot be used: %s".formatted(e.getMessage()));
    }
  }

  private static void show(Client client, SslContextBuilder builder) {
    X509Certificate[] chain = client.certificate().certificates();
    PublicKey certified = chain[0].getPublicKey();
    PrivateKey key = client.key().privateKey(certified.getAlgorithm());
    if (!belongTogether(key, certified)) {
      throw client
          .key()
          .from()
          .problem(
              "it is not the key of the certificate in %s (expected: the key that the certificate"
                      .formatted(client.certificate().from().name())
                  + " was made for, and that certificate first in its file)");
    }
    builder.keyManager(key, chain);
  }

  private static boolean belongTogether(PrivateKey key, PublicKey certified) {
    String algorithm =
        switch (certified.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> certified.getAlgorithm();
        };
    try {
      Signature signature = Signature.getInstance(algorithm);
      signature.initSign(key);
      signature.update((byte) 1);
      byte[] signed = signature.sign();
      signature.initVerify(certified);
      signature.update((byte) 1);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
