package dev.muster.cli.rest;

import tools.jackson.databind.JsonNode;

/** What is wrong with a document, as the API lists it. */
public final class Findings {
  private Findings() {}

  /** {@code /stages/0/steps: what is wrong}. */
  public static String line(JsonNode finding) {
    String path = Json.text(finding, "path");
    return (path.isEmpty() ? "/" : path) + ": " + Json.text(finding, "message");
  }
}
