package dev.muster.domain.request;

import java.time.Duration;
import java.util.regex.Pattern;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;

/**
 * Reads a duration as ISO 8601 writes it, such as PT30S; a bare number, of which nobody can see the
 * unit, is refused.
 */
public final class IsoDuration extends StdScalarDeserializer<Duration> {

  /** What is taken; documents show it. Longer ones than any clock needs do not fit either. */
  public static final String PATTERN =
      "^P(?=.)([0-9]{1,6}D)?(T(?=.)([0-9]{1,8}H)?([0-9]{1,9}M)?([0-9]{1,10}([.][0-9]{1,9})?S)?)?$";

  private static final Pattern TEXT = Pattern.compile(PATTERN);

  IsoDuration() {
    super(Duration.class);
  }

  @Override
  public Duration deserialize(JsonParser json, DeserializationContext context) {
    if (!json.hasToken(JsonToken.VALUE_STRING)) {
      return (Duration) context.handleUnexpectedToken(Duration.class, json);
    }
    String text = json.getString();
    return TEXT.matcher(text).matches()
        ? Duration.parse(text)
        : (Duration) context.handleWeirdStringValue(Duration.class, text, "no duration");
  }
}
