package dev.muster.records.audit;

import dev.muster.domain.protocol.WireFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A seal: SHA-256 of the seal before it, its place, and the number and the hash of the entry that
 * it is over.
 *
 * @param place from 1; 0 stands for what is before the first
 * @param hash in hexadecimal digits
 */
public record AuditSeal(long place, String hash) {

  /** As a regular expression that documents show: a place and a hash. */
  public static final String PATTERN = "^[0-9]{1,18}:[0-9a-f]{64}$";

  /** Before the first one. */
  public static final AuditSeal NONE = new AuditSeal(0, "0".repeat(64));

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,18}):([0-9a-f]{64})");

  /**
   * What {@link #toString} wrote.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static AuditSeal read(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "seal: '%s' (expected: a place and a hash, such as 17:9f86d0…)".formatted(text));
    }
    return new AuditSeal(Long.parseLong(parts.group(1)), parts.group(2));
  }

  /** The one that follows this one, over an entry of which this is the hash. */
  AuditSeal next(long seq, String entry) {
    MessageDigest digest = sha256();
    digest.update(HexFormat.of().parseHex(hash));
    digest.update(ByteBuffer.allocate(2 * Long.BYTES).putLong(place + 1).putLong(seq).flip());
    digest.update(HexFormat.of().parseHex(entry));
    return new AuditSeal(place + 1, HexFormat.of().formatHex(digest.digest()));
  }

  /** Of all that an entry says; the order of its details does not matter. */
  static String hashOf(AuditEntry recorded) {
    NewAuditEntry entry = recorded.entry();
    List<Object> said =
        List.of(
            recorded.seq(),
            entry.at().toString(),
            entry.actor(),
            entry.what(),
            entry.cluster().map(Object::toString).map(List::of).orElse(List.of()),
            entry.run().map(Object::toString).map(List::of).orElse(List.of()),
            entry.action().map(Object::toString).map(List::of).orElse(List.of()),
            new TreeMap<>(entry.detail()));
    byte[] text = WireFormat.JSON.writeValueAsString(said).getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(sha256().digest(text));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return place + ":" + hash;
  }
}
