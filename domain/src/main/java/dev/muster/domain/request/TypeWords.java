package dev.muster.domain.request;

import dev.muster.domain.protocol.WireFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** What a Java type is to somebody who writes JSON or a query parameter. */
public final class TypeWords {

  private TypeWords() {}

  public static String of(Class<?> type) {
    if (type.isEnum()) {
      return "one of "
          + Arrays.stream(type.getEnumConstants())
              .map(constant -> WireFormat.JSON.valueToTree(constant).asString())
              .collect(Collectors.joining(", "));
    }
    if (type == UUID.class) {
      return "a UUID, such as 0192f0c1-7b1e-7c3a-9d55-2f6f3f1f4e11";
    }
    if (type == Duration.class) {
      return "a duration, such as PT30S";
    }
    if (type == Instant.class) {
      return "a time, such as 2026-11-20T10:15:30Z";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == int.class || type == Integer.class || type == long.class || type == Long.class) {
      return "a whole number";
    }
    if (type == double.class || Number.class.isAssignableFrom(type)) {
      return "a number";
    }
    if (Collection.class.isAssignableFrom(type) || type.isArray()) {
      return "an array";
    }
    if (Map.class.isAssignableFrom(type)
        || (type.isRecord() && type.getRecordComponents().length > 1)) {
      return "an object";
    }
    return type.isRecord() ? named(type) : "a text";
  }

  /** Of a type that is one value, such as NodeId: a node id. */
  private static String named(Class<?> type) {
    String words =
        type.getSimpleName().replaceAll("(?<=[a-z])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
    return ("aeiou".indexOf(words.charAt(0)) < 0 ? "a " : "an ") + words;
  }
}
