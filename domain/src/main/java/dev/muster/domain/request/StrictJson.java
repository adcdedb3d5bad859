package dev.muster.domain.request;

import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * The wire format, strict about what callers send: an unknown field, a missing one, a field that is
 * there twice, null in a list or a map, a text where a number belongs, a number where a duration
 * belongs or half a number is an error and never guessed at.
 */
public final class StrictJson {

  public static final JsonMapper MAPPER =
      WireFormat.JSON
          .rebuild()
          .enable(
              DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
              DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(EnumFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .addModule(
              new SimpleModule("strict")
                  .addDeserializer(Duration.class, new IsoDuration())
                  .setDeserializerModifier(new NoNulls()))
          .build();

  private StrictJson() {}
}
