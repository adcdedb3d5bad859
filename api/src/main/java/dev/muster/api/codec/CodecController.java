package dev.muster.api.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.connections.codec.Encryption;
import dev.muster.connections.codec.PayloadCipher;
import dev.muster.domain.identity.Permission;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.tags.Tag;
import io.temporal.api.common.v1.Payload;
import io.temporal.api.common.v1.Payloads;
import io.temporal.payload.codec.PayloadCodecException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.UnaryOperator;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Temporal's codec protocol: payloads as protobuf's JSON in, the same decoded or encoded out. Off
 * unless a key file is set.
 */
@RestController
@Tag(name = "codec")
public final class CodecController {

  private final Encryption encryption;

  public CodecController(Encryption encryption) {
    this.encryption = encryption;
  }

  @PostMapping(
      value = "/v1/codec/decode",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Needs(value = Permission.ADMINISTER, where = Where.EVERYWHERE)
  @Operation(
      summary = "Decrypt payloads for Temporal's tools",
      description = "What is not encrypted comes back as it is. 404 without a key file.")
  @Refuses(ProblemType.NOT_FOUND)
  byte[] decode(
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(type = "object", name = "Payloads")))
          @org.springframework.web.bind.annotation.RequestBody
          byte[] payloads) {
    PayloadCipher cipher = cipher();
    return converted(payloads, cipher::decode);
  }

  @PostMapping(
      value = "/v1/codec/encode",
      consumes = MediaType.APPLICATION_JSON_VALUE,
      produces = MediaType.APPLICATION_JSON_VALUE)
  @Needs(value = Permission.ADMINISTER, where = Where.EVERYWHERE)
  @Operation(
      summary = "Encrypt payloads for Temporal's tools",
      description = "With the first key of the key file. 404 without one.")
  @Refuses(ProblemType.NOT_FOUND)
  byte[] encode(
      @RequestBody(
              required = true,
              content = @Content(schema = @Schema(type = "object", name = "Payloads")))
          @org.springframework.web.bind.annotation.RequestBody
          byte[] payloads) {
    PayloadCipher cipher = cipher();
    return converted(payloads, cipher::encode);
  }

  private PayloadCipher cipher() {
    return encryption
        .cipher()
        .orElseThrow(() ->
            ProblemException.notFound(
                "payloads are not encrypted here: muster.temporal.codec-key-file is not set"));
  }

  private static byte[] converted(byte[] body, UnaryOperator<List<Payload>> conversion) {
    Payloads.Builder payloads = Payloads.newBuilder();
    try {
      JsonFormat.parser()
          .ignoringUnknownFields()
          .merge(new String(body, StandardCharsets.UTF_8), payloads);
      List<Payload> converted = conversion.apply(payloads.getPayloadsList());
      return JsonFormat.printer()
          .print(Payloads.newBuilder().addAllPayloads(converted))
          .getBytes(StandardCharsets.UTF_8);
    } catch (PayloadCodecException e) {
      throw ProblemException.badRequest(String.valueOf(e.getMessage()));
    } catch (InvalidProtocolBufferException e) {
      throw ProblemException.badRequest(
          "the body holds no payloads (expected: {\"payloads\": [{\"metadata\": {…}, \"data\":"
              + " \"…\"}]}, values in base64)");
    }
  }
}
