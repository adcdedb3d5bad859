package dev.muster.cli.rest;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Turns answers that are no success into words. */
final class ProblemWords {
  private static final int EXCERPT = 120;

  private ProblemWords() {}

  /** RFC 9457 as one line, with what belongs to it; anything else as what it looks like. */
  static ApiFailure of(int status, String body) {
    ApiFailure.Kind kind =
        status >= 400 && status < 500 ? ApiFailure.Kind.REFUSED : ApiFailure.Kind.UNAVAILABLE;
    JsonNode problem = parse(body);
    String title = Json.text(problem, "title");
    String detail = Json.text(problem, "detail");
    if (title.isEmpty() && detail.isEmpty()) {
      return new ApiFailure(kind, notMuster(status, body).line(), List.of());
    }
    return new ApiFailure(kind, line(title, detail), details(problem));
  }

  /** An answer that no Muster server gives: something else listens there, or stands between. */
  static ApiFailure notMuster(int status, String body) {
    String excerpt = oneLine(body);
    return new ApiFailure(
        ApiFailure.Kind.UNAVAILABLE,
        "Not an answer of Muster: HTTP %d%s. Is --server (or MUSTER_SERVER) right?"
            .formatted(status, excerpt.isEmpty() ? " without a body" : ", \"" + excerpt + "\""),
        List.of());
  }

  private static String line(String title, String detail) {
    if (title.isEmpty() || detail.isEmpty()) {
      return title + detail;
    }
    return title + ": " + detail;
  }

  private static List<String> details(JsonNode problem) {
    List<String> details = new ArrayList<>();
    String detail = Json.text(problem, "detail");
    for (JsonNode finding : Json.items(problem, "findings")) {
      String line = Findings.line(finding);
      if (!line.strip().equals(detail.strip())) {
        details.add(line);
      }
    }
    for (JsonNode difference : Json.items(problem, "differences")) {
      details.add(Json.asText(difference));
    }
    for (JsonNode match : Json.items(problem, "matches")) {
      details.add(Json.text(match, "id") + "  " + Json.text(match, "what"));
    }
    Json.optional(problem, "state").ifPresent(state -> details.add("state: " + state));
    return details;
  }

  private static JsonNode parse(String body) {
    try {
      return body.isBlank() ? Json.object() : Json.parse(body);
    } catch (JacksonException e) {
      // A proxy's page, most likely.
      return Json.object();
    }
  }

  private static String oneLine(String body) {
    String line = body.replaceAll("\\s+", " ").strip();
    return line.length() <= EXCERPT ? line : line.substring(0, EXCERPT) + "…";
  }
}
