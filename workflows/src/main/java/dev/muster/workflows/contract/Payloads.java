package dev.muster.workflows.contract;

import dev.muster.domain.protocol.WireFormat;
import io.temporal.common.converter.CodecDataConverter;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.Jackson3JsonPayloadConverter;
import io.temporal.payload.codec.PayloadCodec;
import java.util.List;

/**
 * How values become Temporal payloads: {@link WireFormat#JSON}, the same as on every other wire.
 * Every client and every worker is built with {@link #CONVERTER}, or with the same behind a codec.
 */
public final class Payloads {

  /** The one converter. Its encoding is {@code json/plain}: Web UI and CLI show it as it is. */
  public static final DataConverter CONVERTER =
      DefaultDataConverter.newDefaultInstance()
          .withPayloadConverterOverrides(new Jackson3JsonPayloadConverter(WireFormat.JSON));

  /**
   * {@link #CONVERTER} behind a codec. It encodes what people gave, results, summaries and memos,
   * and the messages and stack traces of failures.
   */
  public static DataConverter converter(PayloadCodec codec) {
    boolean failuresToo = true;
    return new CodecDataConverter(CONVERTER, List.of(codec), failuresToo);
  }

  private Payloads() {}
}
