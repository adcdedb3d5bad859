package dev.muster.connections.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.muster.connections.settings.Setting;
import dev.muster.connections.settings.SettingProblem;
import dev.muster.workflows.contract.Payloads;
import io.temporal.api.common.v1.Payload;
import io.temporal.common.converter.DataConverter;
import io.temporal.failure.ApplicationFailure;
import io.temporal.payload.codec.PayloadCodecException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PayloadCipherTest {

  private static final String FIRST = key(1);
  private static final String SECOND = key(2);

  @TempDir private Path folder;

  private static String key(int fill) {
    byte[] bytes = new byte[32];
    java.util.Arrays.fill(bytes, (byte) fill);
    return Base64.getEncoder().encodeToString(bytes);
  }

  private Setting file(String... lines) {
    try {
      Path file = Files.createTempFile(folder, "keys", "");
      Files.writeString(file, String.join("\n", lines) + "\n");
      return new Setting("muster.temporal.codec-key-file", file.toString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private PayloadCipher cipher(String... lines) {
    return new PayloadCipher(CodecKeys.read(file(lines)));
  }

  private static Payload plain(String text) {
    return Payloads.CONVERTER.toPayload(text).orElseThrow();
  }

  @Test
  void whatIsEncryptedShowsNothingAndComesBackAsItWas() {
    PayloadCipher cipher = cipher(FIRST);
    Payload sealed = cipher.encode(List.of(plain("swordfish"))).getFirst();

    assertThat(sealed.toString()).doesNotContain("swordfish", "json");
    assertThat(sealed.getMetadataOrThrow("encoding").toStringUtf8()).isEqualTo("binary/encrypted");
    assertThat(cipher.decode(List.of(sealed))).containsExactly(plain("swordfish"));
  }

  @Test
  void theSameTwiceLooksDifferent() {
    PayloadCipher cipher = cipher(FIRST);
    assertThat(cipher.encode(List.of(plain("a"), plain("a"))).stream().map(Payload::getData))
        .doesNotHaveDuplicates();
  }

  @Test
  void plainPayloadsFromOutsidePassAndWhatIsEncryptedIsNotEncryptedAgain() {
    PayloadCipher cipher = cipher(FIRST);
    assertThat(cipher.decode(List.of(plain("a")))).containsExactly(plain("a"));
    List<Payload> once = cipher.encode(List.of(plain("a")));
    assertThat(cipher.encode(once)).isEqualTo(once);
  }

  @Test
  void keysAreRotatedByAddingOneInFront() {
    Payload old = cipher(FIRST).encode(List.of(plain("a"))).getFirst();
    PayloadCipher rotated = cipher("# newest first", SECOND, "", FIRST);

    assertThat(rotated.decode(List.of(old))).containsExactly(plain("a"));
    Payload fresh = rotated.encode(List.of(plain("a"))).getFirst();
    assertThat(cipher(SECOND).decode(List.of(fresh))).containsExactly(plain("a"));
  }

  @Test
  void aMissingKeyIsNamedByItsIdAndSoAreThoseThatAreThere() {
    Payload sealed = cipher(FIRST).encode(List.of(plain("a"))).getFirst();
    String id = CodecKeys.read(file(FIRST)).ids().getFirst();
    String other = CodecKeys.read(file(SECOND)).ids().getFirst();

    assertThatThrownBy(() -> cipher(SECOND).decode(List.of(sealed)))
        .isInstanceOf(PayloadCodecException.class)
        .hasMessageContainingAll(id, other, "muster.temporal.codec-key-file", "add that key")
        .hasMessageNotContainingAny(FIRST, SECOND);
  }

  @Test
  void whatWasChangedIsRefused() {
    PayloadCipher cipher = cipher(FIRST, SECOND);
    Payload sealed = cipher.encode(List.of(plain("a"))).getFirst();
    byte[] bytes = sealed.getData().toByteArray();
    bytes[bytes.length - 1] ^= 1;
    Payload changed = sealed.toBuilder().setData(ByteString.copyFrom(bytes)).build();
    Payload cut = sealed.toBuilder().setData(sealed.getData().substring(0, 5)).build();
    Payload otherKey =
        sealed.toBuilder()
            .putMetadata(
                "encryption-key-id",
                ByteString.copyFromUtf8(CodecKeys.read(file(SECOND)).ids().getFirst()))
            .build();

    for (Payload bad : List.of(changed, cut, otherKey)) {
      assertThatThrownBy(() -> cipher.decode(List.of(bad)))
          .isInstanceOf(PayloadCodecException.class)
          .hasMessageContaining("was changed");
    }
  }

  @Test
  void failuresAreEncryptedTooAndComeBack() {
    DataConverter converter = Payloads.converter(cipher(FIRST));
    var failure =
        converter.exceptionToFailure(ApplicationFailure.newFailure("the password is x", "T"));

    assertThat(failure.toString()).doesNotContain("password");
    assertThat(converter.failureToException(failure)).hasMessageContaining("the password is x");
  }

  @Test
  void aBadKeyFileIsNamedWithItsLine() {
    Stream.of(
            List.of("# none", "holds no key"),
            List.of("not base64!", "line 1 is not base64"),
            List.of(FIRST + "\nAAAA", "line 2 holds 3 bytes (expected: 32"))
        .forEach(bad ->
            assertThatThrownBy(() -> CodecKeys.read(file(bad.getFirst())))
                .isInstanceOf(SettingProblem.class)
                .hasMessageContainingAll(
                    "muster.temporal.codec-key-file", bad.getLast(), "openssl rand -base64 32")
                .hasMessageNotContaining(FIRST));
    assertThatThrownBy(
            () -> CodecKeys.read(new Setting("muster.temporal.codec-key-file", "/nowhere/keys")))
        .hasMessageContaining("there is no file /nowhere/keys");
  }

  @Test
  void keysAreNotShown() {
    CodecKeys keys = CodecKeys.read(file(FIRST));
    assertThat(keys.toString() + keys.first() + keys.ids()).doesNotContain(FIRST);
  }
}
