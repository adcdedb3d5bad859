package dev.muster.connections.codec;

import dev.muster.connections.settings.Setting;
import dev.muster.workflows.contract.Payloads;
import io.temporal.common.converter.DataConverter;
import java.util.Optional;

/**
 * Whether what Temporal keeps is encrypted, and by what.
 *
 * @param cipher none: payloads are plain JSON
 */
public record Encryption(Optional<PayloadCipher> cipher) {

  /** With the keys in the file, if one is set. */
  public static Encryption with(Optional<Setting> keyFile) {
    return new Encryption(keyFile.map(file -> new PayloadCipher(CodecKeys.read(file))));
  }

  /** For every client and worker. */
  public DataConverter converter() {
    return cipher.map(Payloads::converter).orElse(Payloads.CONVERTER);
  }
}
