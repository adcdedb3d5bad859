package dev.muster.connections.codec;

import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys of a key file: one on each line, 32 random bytes in base64; empty lines, and those that
 * begin with {@code #}, are skipped. The first encrypts, every one decrypts. A key is named by its
 * fingerprint, so that nobody has to give names that agree.
 */
public final class CodecKeys {

  private static final int BYTES = 32;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final String EXPECTED =
      "one key a line, as `openssl rand -base64 32` writes it; the first one encrypts";

  /** One key. */
  record Key(String id, SecretKeySpec secret) {

    /**
     * A nonce of 12 random bytes, and what AES-256-GCM makes of the content.
     *
     * @param about sealed with it, so that it cannot be changed
     */
    byte[] seal(byte[] content, String about, SecureRandom random) throws GeneralSecurityException {
      byte[] nonce = new byte[NONCE_BYTES];
      random.nextBytes(nonce);
      byte[] sealed = cipher(Cipher.ENCRYPT_MODE, nonce, about).doFinal(content);
      return ByteBuffer.allocate(NONCE_BYTES + sealed.length).put(nonce).put(sealed).array();
    }

    /**
     * What was sealed.
     *
     * @throws GeneralSecurityException if it was changed, or is of another key or about another
     *     thing
     */
    byte[] open(byte[] sealed, String about) throws GeneralSecurityException {
      if (sealed.length < NONCE_BYTES) {
        throw new GeneralSecurityException("it is cut short");
      }
      byte[] nonce = Arrays.copyOf(sealed, NONCE_BYTES);
      return cipher(Cipher.DECRYPT_MODE, nonce, about)
          .doFinal(sealed, NONCE_BYTES, sealed.length - NONCE_BYTES);
    }

    private Cipher cipher(int mode, byte[] nonce, String about) throws GeneralSecurityException {
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(mode, secret, new GCMParameterSpec(TAG_BITS, nonce));
      cipher.updateAAD(about.getBytes(StandardCharsets.UTF_8));
      return cipher;
    }

    /** Without the secret. */
    @Override
    public String toString() {
      return id;
    }
  }

  private final String from;
  private final List<Key> keys;

  private CodecKeys(String from, List<Key> keys) {
    this.from = from;
    this.keys = List.copyOf(keys);
  }

  /**
   * The keys in the file that a setting names.
   *
   * @throws SettingProblem if there is none, or one cannot be read; it tells the line, not the key
   */
  public static CodecKeys read(Setting file) {
    List<Key> keys = new ArrayList<>();
    String[] lines = file.read(EXPECTED).lines().toArray(String[]::new);
    for (int number = 1; number <= lines.length; number++) {
      String line = lines[number - 1].strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        keys.add(key(line, number, file));
      }
    }
    if (keys.isEmpty()) {
      throw file.problem("%s holds no key (expected: %s)".formatted(file.value(), EXPECTED));
    }
    return new CodecKeys(file.name(), keys);
  }

  /** The keys of several files, of which the first one's first seals. */
  public static CodecKeys all(List<CodecKeys> files) {
    return new CodecKeys(
        files.stream().map(CodecKeys::from).collect(Collectors.joining(" and ")),
        files.stream().flatMap(file -> file.keys.stream()).toList());
  }

  private static Key key(String line, int number, Setting file) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(line);
    } catch (IllegalArgumentException e) {
      throw file.problem(
          "%s, line %d is not base64 (expected: %s)".formatted(file.value(), number, EXPECTED));
    }
    if (bytes.length != BYTES) {
      throw file.problem(
          "%s, line %d holds %d bytes (expected: %d; %s)"
              .formatted(file.value(), number, bytes.length, BYTES, EXPECTED));
    }
    return new Key(fingerprint(bytes), new SecretKeySpec(bytes, "AES"));
  }

  private static String fingerprint(byte[] key) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(key);
      return HexFormat.of().formatHex(Arrays.copyOf(digest, 8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The one that encrypts. */
  Key first() {
    return keys.getFirst();
  }

  Optional<Key> find(String id) {
    return keys.stream().filter(key -> key.id().equals(id)).findFirst();
  }

  /** The ids of all, the encrypting one first. */
  public List<String> ids() {
    return keys.stream().map(Key::id).toList();
  }

  /** The setting that names the file. */
  String from() {
    return from;
  }

  /** Without the keys. */
  @Override
  public String toString() {
    return "%s with the keys %s".formatted(from, String.join(", ", ids()));
  }
}
