package dev.muster.agent.access;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A certificate that its own key signed, without an end: whoever believes it knows its hash. Java
 * can read such a thing and has no way to make one, so its DER is written here.
 */
final class SelfSigned {

  private static final byte SEQUENCE = 0x30;
  private static final byte SET = 0x31;
  private static final byte INTEGER = 0x02;
  private static final byte BIT_STRING = 0x03;
  private static final byte UTF8 = 0x0C;
  private static final byte UTC_TIME = 0x17;
  private static final byte GENERALIZED_TIME = 0x18;

  /** 2.5.4.3, the common name. */
  private static final byte[] COMMON_NAME = {0x06, 0x03, 0x55, 0x04, 0x03};

  /** 1.2.840.10045.4.3.2, ECDSA with SHA-256. */
  private static final byte[] ECDSA_SHA256 = {
    0x06, 0x08, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 0x04, 0x03, 0x02
  };

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("yyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);

  /** RFC 5280's word for no end. */
  private static final String NEVER = "99991231235959Z";

  private static final int LONGEST_NAME = 64;

  private SelfSigned() {}

  /**
   * Makes one.
   *
   * @param keys on an elliptic curve
   * @param name of whom it is; only the first 64 characters count
   * @param from since when it holds
   */
  static X509Certificate of(KeyPair keys, String name, Instant from)
      throws GeneralSecurityException {
    byte[] algorithm = der(SEQUENCE, ECDSA_SHA256);
    byte[] whose = name(name.substring(0, Math.min(name.length(), LONGEST_NAME)));
    byte[] content =
        der(
            SEQUENCE,
            der(INTEGER, new BigInteger(64, new SecureRandom()).add(BigInteger.ONE).toByteArray()),
            algorithm,
            whose,
            der(
                SEQUENCE,
                der(UTC_TIME, ascii(UTC.format(from))),
                der(GENERALIZED_TIME, ascii(NEVER))),
            whose,
            keys.getPublic().getEncoded());
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(keys.getPrivate());
    signature.update(content);
    byte[] whole =
        der(SEQUENCE, content, algorithm, der(BIT_STRING, new byte[] {0}, signature.sign()));
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(whole));
  }

  private static byte[] name(String text) {
    byte[] common = der(SEQUENCE, COMMON_NAME, der(UTF8, text.getBytes(StandardCharsets.UTF_8)));
    return der(SEQUENCE, der(SET, common));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] der(byte tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      content.writeBytes(part);
    }
    int length = content.size();
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    whole.write(tag);
    if (length < 0x80) {
      whole.write(length);
    } else {
      byte[] bytes = BigInteger.valueOf(length).toByteArray();
      int skipped = bytes[0] == 0 ? 1 : 0;
      whole.write(0x80 | (bytes.length - skipped));
      whole.write(bytes, skipped, bytes.length - skipped);
    }
    whole.writeBytes(content.toByteArray());
    return whole.toByteArray();
  }
}
