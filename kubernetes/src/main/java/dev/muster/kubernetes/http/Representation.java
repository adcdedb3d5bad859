package dev.muster.kubernetes.http;

import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** As what objects are to be shown, by the request's {@code Accept}. */
public enum Representation {
  WHOLE,
  TABLE,
  /** Without spec and status. */
  METADATA;

  private static final String META = "meta.k8s.io";

  /** Reads it, or ends the request with 406. */
  public static Representation of(HttpServletRequest request) {
    String accept = Optional.ofNullable(request.getHeader("Accept")).orElse("");
    if (accept.isBlank()) {
      return WHOLE;
    }
    return Stream.of(accept.split(","))
        .flatMap(part -> read(part).stream())
        .findFirst()
        .orElseThrow(() -> new StatusException(notAcceptable()));
  }

  /** Whether an answer can be shown as a type that the request names in its own words. */
  static boolean accepts(HttpServletRequest request, String as) {
    return Stream.of(Optional.ofNullable(request.getHeader("Accept")).orElse("").split(","))
        .anyMatch(part -> part.replace(" ", "").contains(";as=" + as));
  }

  private static KubeStatus notAcceptable() {
    return KubeStatus.plain(
        406, "NotAcceptable", "only the following media types are accepted: application/json");
  }

  private static Optional<Representation> read(String part) {
    String[] words = part.strip().split("\\s*;\\s*");
    String type = words[0].toLowerCase(Locale.ROOT);
    if (!type.equals("application/json") && !type.equals("*/*") && !type.equals("application/*")) {
      return Optional.empty();
    }
    Map<String, String> parameters =
        Stream.of(words)
            .skip(1)
            .map(word -> word.split("=", 2))
            .filter(pair -> pair.length == 2)
            .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1], (one, other) -> one));
    if (!parameters.containsKey("as")) {
      return Optional.of(WHOLE);
    }
    if (!META.equals(parameters.get("g")) || !"v1".equals(parameters.get("v"))) {
      return Optional.empty();
    }
    return switch (String.valueOf(parameters.get("as"))) {
      case "Table" -> Optional.of(TABLE);
      case "PartialObjectMetadata", "PartialObjectMetadataList" -> Optional.of(METADATA);
      default -> Optional.empty();
    };
  }
}
