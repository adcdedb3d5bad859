package dev.muster.workflows.contract;

import dev.muster.domain.protocol.WireFormat;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DefaultDataConverter;
import io.temporal.common.converter.Jackson3JsonPayloadConverter;

/**
 * How values become Temporal payloads: {@link WireFormat#JSON}, the same as on every other wire.
 * Every client and every worker is built with {@link #CONVERTER}.
 */
public final class Payloads {

  /** The one converter. Its encoding is {@code json/plain}: Web UI and CLI show it as it is. */
  public static final DataConverter CONVERTER =
      DefaultDataConverter.newDefaultInstance()
          .withPayloadConverterOverrides(new Jackson3JsonPayloadConverter(WireFormat.JSON));

  private Payloads() {}
}
