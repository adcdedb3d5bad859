package dev.muster.connections.codec;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.temporal.api.common.v1.Payload;
import io.temporal.payload.codec.PayloadCodec;
import io.temporal.payload.codec.PayloadCodecException;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.List;

/**
 * Encrypts payloads with AES-256-GCM. What is not encrypted passes as it is, so that a signal in
 * plain JSON still arrives. An encrypted payload holds a nonce of 12 random bytes and then the
 * sealed original, metadata included; key id and format are sealed with it, so that neither can be
 * changed. Safe for many threads.
 */
public final class PayloadCipher implements PayloadCodec {

  private static final String ENCODING = "encoding";
  private static final String CIPHER = "encryption-cipher";
  private static final String KEY_ID = "encryption-key-id";
  private static final ByteString ENCRYPTED = ByteString.copyFromUtf8("binary/encrypted");
  private static final ByteString AES_GCM = ByteString.copyFromUtf8("AES-256-GCM");

  private final CodecKeys keys;
  private final SecureRandom random = new SecureRandom();

  public PayloadCipher(CodecKeys keys) {
    this.keys = keys;
  }

  @Override
  public List<Payload> encode(List<Payload> payloads) {
    return payloads.stream().map(this::encrypted).toList();
  }

  @Override
  public List<Payload> decode(List<Payload> payloads) {
    return payloads.stream().map(this::decrypted).toList();
  }

  private Payload encrypted(Payload payload) {
    if (isEncrypted(payload)) {
      return payload;
    }
    CodecKeys.Key key = keys.first();
    try {
      byte[] sealed = key.seal(payload.toByteArray(), about(key), random);
      return Payload.newBuilder()
          .putMetadata(ENCODING, ENCRYPTED)
          .putMetadata(CIPHER, AES_GCM)
          .putMetadata(KEY_ID, ByteString.copyFromUtf8(key.id()))
          .setData(ByteString.copyFrom(sealed))
          .build();
    } catch (GeneralSecurityException e) {
      throw new PayloadCodecException("a payload could not be encrypted", e);
    }
  }

  private Payload decrypted(Payload payload) {
    if (!isEncrypted(payload)) {
      return payload;
    }
    String id = payload.getMetadataOrDefault(KEY_ID, ByteString.EMPTY).toStringUtf8();
    if (!AES_GCM.equals(payload.getMetadataOrDefault(CIPHER, ByteString.EMPTY))) {
      throw new PayloadCodecException(
          "a payload was encrypted by something other than Muster (cipher '%s')"
              .formatted(payload.getMetadataOrDefault(CIPHER, ByteString.EMPTY).toStringUtf8()));
    }
    CodecKeys.Key key =
        keys.find(id)
            .orElseThrow(() ->
                new PayloadCodecException(
                    ("a payload was encrypted with the key %s, and %s has %s: add that key to the"
                            + " file, on a line of its own, and restart")
                        .formatted(id, keys.from(), String.join(", ", keys.ids()))));
    return open(payload, key);
  }

  private static Payload open(Payload payload, CodecKeys.Key key) {
    try {
      return Payload.parseFrom(key.open(payload.getData().toByteArray(), about(key)));
    } catch (GeneralSecurityException | InvalidProtocolBufferException e) {
      throw damaged(key);
    }
  }

  private static PayloadCodecException damaged(CodecKeys.Key key) {
    return new PayloadCodecException(
        "a payload that names the key %s was changed after it was encrypted, or cut short"
            .formatted(key.id()));
  }

  private static boolean isEncrypted(Payload payload) {
    return ENCRYPTED.equals(payload.getMetadataOrDefault(ENCODING, ByteString.EMPTY));
  }

  private static String about(CodecKeys.Key key) {
    return AES_GCM.toStringUtf8() + "/" + key.id();
  }
}
