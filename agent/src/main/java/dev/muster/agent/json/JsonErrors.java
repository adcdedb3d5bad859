package dev.muster.agent.json;

import dev.muster.domain.shown.Shortened;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** What is wrong with a text that is no JSON, and where. */
public final class JsonErrors {

  private JsonErrors() {}

  /** In one line. */
  public static String shown(JacksonException bad) {
    TokenStreamLocation where = bad.getLocation();
    String message = String.valueOf(bad.getOriginalMessage()).lines().findFirst().orElse("");
    String place =
        where == null
            ? ""
            : " (line %d, column %d)".formatted(where.getLineNr(), where.getColumnNr());
    return Shortened.to(160, message) + place;
  }
}
