package dev.muster.api.requests;

import dev.muster.api.problems.ProblemException;
import dev.muster.records.sql.IdMatch;
import java.util.UUID;

/** Turns what an id, or its first characters, stand for into the one id or a problem. */
public final class Identified {

  private Identified() {}

  /**
   * The id, or a problem.
   *
   * @param what such as {@code run}, for the message
   * @param text as it stands in the address
   */
  public static UUID one(IdMatch match, String what, String text) {
    return switch (match) {
      case IdMatch.One(UUID id) -> id;
      case IdMatch.None() ->
          throw ProblemException.notFound(
              "there is no %s %s; GET /v1/%ss lists them".formatted(what, text, what));
      case IdMatch.Several several ->
          throw ProblemException.ambiguous(
              "%s fits more than one %s; give the id, or more of its characters"
                  .formatted(text, what),
              several.candidates());
      case IdMatch.Malformed malformed ->
          throw ProblemException.badRequest(
              "%s id: '%s' (expected: a UUID, or at least its first 4 characters%s)"
                  .formatted(what, text, what.equals("action") ? ", or a name" : ""));
    };
  }
}
