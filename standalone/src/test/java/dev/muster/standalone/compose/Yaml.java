package dev.muster.standalone.compose;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads untyped trees: what is not there is empty. */
final class Yaml {

  private Yaml() {}

  static Map<String, Object> map(Object node) {
    Map<String, Object> result = new LinkedHashMap<>();
    if (node instanceof Map<?, ?> map) {
      map.forEach((key, value) -> result.put(String.valueOf(key), value));
    }
    return result;
  }

  static Map<String, Object> map(Map<String, Object> parent, String field) {
    return map(parent.getOrDefault(field, Map.of()));
  }

  static List<String> texts(Map<String, Object> parent, String field) {
    return parent.get(field) instanceof List<?> list
        ? list.stream().map(String::valueOf).toList()
        : List.of();
  }

  static String text(Map<String, Object> parent, String field) {
    return String.valueOf(parent.getOrDefault(field, ""));
  }
}
