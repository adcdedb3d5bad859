package dev.muster.connections.tls;

import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text in PEM, and the setting that it comes from.
 *
 * @param from for messages
 */
public record Pem(Setting from, String text) {

  private static final String CERTIFICATE =
      "PEM that begins with -----BEGIN CERTIFICATE-----, as `openssl x509` writes it";
  private static final String KEY =
      "PEM that begins with -----BEGIN PRIVATE KEY-----, as `openssl pkcs8 -topk8 -nocrypt` writes"
          + " it";
  private static final Pattern PRIVATE_KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

  /** The file that a setting names. */
  public static Pem file(Setting path) {
    return new Pem(path, path.read("a file in PEM"));
  }

  /** What a setting holds itself; line ends may be written as {@code \n}. */
  public static Pem data(Setting data) {
    return new Pem(data, data.value().replace("\\n", "\n"));
  }

  /** The certificates, at least one. */
  public X509Certificate[] certificates() {
    try {
      X509Certificate[] certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(bytes(text)).stream()
              .map(X509Certificate.class::cast)
              .toArray(X509Certificate[]::new);
      if (certificates.length > 0 && text.contains("-----BEGIN CERTIFICATE-----")) {
        return certificates;
      }
    } catch (CertificateException e) {
      throw from.problem(
          "it holds no certificate that can be read (expected: " + CERTIFICATE + ")");
    }
    throw from.problem("it holds no certificate (expected: " + CERTIFICATE + ")");
  }

  /** The private key, for a certificate with a key of this algorithm. */
  public PrivateKey privateKey(String algorithm) {
    Matcher found = PRIVATE_KEY.matcher(text);
    if (!found.find()) {
      throw noKey();
    }
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(found.group(1));
      return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw from.problem(
          "it holds no private key of the certificate's kind, %s (expected: %s)"
              .formatted(algorithm, KEY));
    }
  }

  private SettingProblem noKey() {
    for (String other : List.of("ENCRYPTED PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY")) {
      if (text.contains("-----BEGIN " + other + "-----")) {
        return from.problem(
            "it holds an %s, which is not read (expected: %s)".formatted(other, KEY));
      }
    }
    return from.problem("it holds no private key (expected: %s)".formatted(KEY));
  }

  private static ByteArrayInputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Without the text. */
  @Override
  public String toString() {
    return from.toString();
  }
}
