package dev.muster.agent.kube;

import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Private keys as kubeconfigs have them: PKCS#8, and the older forms of RSA (PKCS#1) and of
 * elliptic curves (SEC 1), which Java reads only when they are wrapped into PKCS#8.
 */
final class PemKey {

  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----(.+?)-----END \\1-----", Pattern.DOTALL);

  private static final int INTEGER = 0x02;
  private static final int OCTETS = 0x04;
  private static final int SEQUENCE = 0x30;

  /** In a key of SEC 1: which curve it is of. */
  private static final int CURVE = 0xA0;

  private static final byte[] VERSION = {INTEGER, 1, 0};

  /** The object identifier 1.2.840.113549.1.1.1, and no parameters. */
  private static final byte[] RSA = {
    0x06, 9, 0x2A, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xF7, 0x0D, 1, 1, 1, 0x05, 0
  };

  /** The object identifier 1.2.840.10045.2.1; the curve comes after it. */
  private static final byte[] ELLIPTIC = {
    0x06, 7, 0x2A, (byte) 0x86, 0x48, (byte) 0xCE, 0x3D, 2, 1
  };

  private PemKey() {}

  /**
   * Reads the first key of a text.
   *
   * @throws GeneralSecurityException if it has none that can be used
   */
  static PrivateKey read(String pem) throws GeneralSecurityException {
    Matcher block = BLOCK.matcher(pem);
    if (!block.find()) {
      throw new InvalidKeyException("there is no private key");
    }
    byte[] der = decoded(block.group(2));
    return switch (block.group(1)) {
      case "PRIVATE KEY" -> ofAnyKind(der);
      case "RSA PRIVATE KEY" -> key("RSA", wrapped(RSA, der));
      case "EC PRIVATE KEY" -> key("EC", wrapped(joined(ELLIPTIC, curve(der)), der));
      default ->
          throw new InvalidKeyException(
              "a key of the kind '%s' is not supported".formatted(block.group(1)));
    };
  }

  private static byte[] decoded(String base64) throws InvalidKeyException {
    if (base64.contains("ENCRYPTED")) {
      throw new InvalidKeyException("an encrypted key is not supported");
    }
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException bad) {
      throw new InvalidKeyException("the private key is no base64", bad);
    }
  }

  private static PrivateKey ofAnyKind(byte[] pkcs8) throws GeneralSecurityException {
    for (String algorithm : List.of("RSA", "EC", "Ed25519")) {
      try {
        return key(algorithm, pkcs8);
      } catch (InvalidKeySpecException another) {
        // the next one, then
      }
    }
    throw new InvalidKeyException("the private key is none of RSA, EC and Ed25519");
  }

  private static PrivateKey key(String algorithm, byte[] pkcs8) throws GeneralSecurityException {
    return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
  }

  private static byte[] wrapped(byte[] algorithm, byte[] key) {
    return tagged(SEQUENCE, joined(VERSION, tagged(SEQUENCE, algorithm), tagged(OCTETS, key)));
  }

  /** The content of the field that names the curve. */
  private static byte[] curve(byte[] sec1) throws InvalidKeyException {
    try {
      int at = contentAt(sec1, 0);
      while (at < sec1.length) {
        int content = contentAt(sec1, at);
        int end = content + lengthAt(sec1, at);
        if ((sec1[at] & 0xFF) == CURVE) {
          return Arrays.copyOfRange(sec1, content, end);
        }
        at = end;
      }
    } catch (ArrayIndexOutOfBoundsException cut) {
      throw new InvalidKeyException("the private key is cut off", cut);
    }
    throw new InvalidKeyException("the private key does not say which curve it is of");
  }

  private static int contentAt(byte[] der, int at) {
    int first = der[at + 1] & 0xFF;
    return at + 2 + (first < 0x80 ? 0 : first & 0x7F);
  }

  private static int lengthAt(byte[] der, int at) {
    int first = der[at + 1] & 0xFF;
    if (first < 0x80) {
      return first;
    }
    int length = 0;
    for (int i = 0; i < (first & 0x7F); i++) {
      length = (length << 8) | (der[at + 2 + i] & 0xFF);
    }
    return length;
  }

  private static byte[] tagged(int tag, byte[] content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(tag);
    if (content.length < 0x80) {
      bytes.write(content.length);
    } else {
      int size = content.length < 0x100 ? 1 : content.length < 0x10000 ? 2 : 3;
      bytes.write(0x80 | size);
      for (int i = size - 1; i >= 0; i--) {
        bytes.write(content.length >> (8 * i));
      }
    }
    bytes.writeBytes(content);
    return bytes.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }
}
