package dev.muster.domain.request;

import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * The wire format, strict about what callers send: an unknown field, a missing one, a field that is
 * there twice, null in a list or a map, a number or a truth value where a text belongs and the
 * other way round, a number where a duration belongs, an empty text where an id belongs or half a
 * number is an error and never guessed at.
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
          .withCoercionConfig(
              LogicalType.Textual,
              texts ->
                  texts
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail))
          .withCoercionConfigDefaults(any ->
              any.setAcceptBlankAsEmpty(true)
                  .setCoercion(CoercionInputShape.EmptyString, CoercionAction.Fail))
          .addModule(
              new SimpleModule("strict")
                  .addDeserializer(Duration.class, new IsoDuration())
                  .setDeserializerModifier(new NoNulls()))
          .build();

  private StrictJson() {}
}
