package dev.muster.domain.protocol;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/** A SHA-256, of a token's text or of a certificate, in hex. */
public record Fingerprint(@JsonValue String value) {

  /** As a regular expression, for documents. */
  public static final String PATTERN = "^[0-9a-f]{64}$";

  private static final Pattern FORM = Pattern.compile(PATTERN);

  /**
   * @throws IllegalArgumentException if it is anything else; letters may be capitals, and pairs may
   *     be separated by colons, as openssl writes them
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  public Fingerprint {
    value = value.replace(":", "").toLowerCase(Locale.ROOT);
    if (!FORM.matcher(value).matches()) {
      throw new IllegalArgumentException("a SHA-256 in hex is expected: 64 of 0-9 and a-f");
    }
  }

  /** Of these bytes. */
  public static Fingerprint of(byte[] content) {
    try {
      return new Fingerprint(
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** Of a text, as UTF-8. */
  public static Fingerprint of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }

  /** The 32 bytes. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(value);
  }

  /** Whether both are the same; takes as long if they are not. */
  public boolean matches(Fingerprint other) {
    return MessageDigest.isEqual(bytes(), other.bytes());
  }

  @Override
  public String toString() {
    return value;
  }
}
