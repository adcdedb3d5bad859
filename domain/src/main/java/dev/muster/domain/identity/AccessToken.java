package dev.muster.domain.identity;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * What an identity is proven with: {@code muster_}, 256 random bits and a checksum, in base 62.
 * Only its hash is kept; it never shows itself by accident.
 */
public final class AccessToken {

  /** As a regular expression, for documents and for scanners of secrets. */
  public static final String PATTERN = "^muster_[0-9A-Za-z]{49}$";

  /** So much randomness goes into one. */
  public static final int BYTES = 32;

  private static final Pattern FORM = Pattern.compile(PATTERN);
  private static final String PREFIX = "muster_";
  private static final int CHECKSUM = 6;
  private static final int RANDOM = 43;
  private static final String DIGITS =
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final BigInteger BASE = BigInteger.valueOf(DIGITS.length());

  private final String text;

  private AccessToken(String text) {
    this.text = text;
  }

  /** One that nobody can guess, if nobody can guess the bytes that the source fills in. */
  public static AccessToken random(Consumer<byte[]> source) {
    byte[] bytes = new byte[BYTES];
    source.accept(bytes);
    return of(bytes);
  }

  /**
   * Made of 32 bytes that nobody can guess.
   *
   * @throws IllegalArgumentException if there are more or fewer
   */
  public static AccessToken of(byte[] random) {
    if (random.length != BYTES) {
      throw new IllegalArgumentException(
          "random: %d bytes (expected: %d)".formatted(random.length, BYTES));
    }
    String body = PREFIX + digits(new BigInteger(1, random), RANDOM);
    return new AccessToken(body + checksum(body));
  }

  /** What somebody sent; empty if it is no token, or was mistyped. */
  public static Optional<AccessToken> read(String text) {
    if (!FORM.matcher(text).matches()) {
      return Optional.empty();
    }
    int end = text.length() - CHECKSUM;
    return text.substring(end).equals(checksum(text.substring(0, end)))
        ? Optional.of(new AccessToken(text))
        : Optional.empty();
  }

  /** SHA-256 of the whole text: 256 random bits need no slow hash. */
  public byte[] hash() {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  /** All of it, for whom it was made; once. */
  public String reveal() {
    return text;
  }

  private static String checksum(String body) {
    CRC32 crc = new CRC32();
    crc.update(body.getBytes(StandardCharsets.US_ASCII));
    return digits(BigInteger.valueOf(crc.getValue()), CHECKSUM);
  }

  private static String digits(BigInteger number, int length) {
    StringBuilder text = new StringBuilder(length);
    BigInteger rest = number;
    for (int i = 0; i < length; i++) {
      BigInteger[] parts = rest.divideAndRemainder(BASE);
      text.append(DIGITS.charAt(parts[1].intValue()));
      rest = parts[0];
    }
    return text.reverse().toString();
  }

  @Override
  public String toString() {
    return PREFIX + "…";
  }
}
