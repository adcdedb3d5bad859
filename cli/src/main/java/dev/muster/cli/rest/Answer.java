package dev.muster.cli.rest;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** What the server answered to a request that succeeded. */
public record Answer(int status, String body) {

  /** The body as JSON; an empty object for an empty body. */
  public JsonNode json() {
    if (body.isBlank()) {
      return Json.object();
    }
    try {
      return Json.parse(body);
    } catch (JacksonException e) {
      throw ProblemWords.notMuster(status, body);
    }
  }
}
