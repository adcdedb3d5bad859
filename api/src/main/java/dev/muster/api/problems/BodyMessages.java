package dev.muster.api.problems;

import dev.muster.domain.request.Unfit;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamReadException;

/** Says what is wrong with a JSON body in words for people, without class names. */
final class BodyMessages {

  private BodyMessages() {}

  static ProblemException problem(JacksonException failure) {
    return failure instanceof StreamReadException && !(failure instanceof InputCoercionException)
        ? ProblemException.badRequest(
            "the body is not JSON, %s: %s"
                .formatted(place(failure.getLocation()), Unfit.firstLine(failure)))
        : ProblemException.unfit(Unfit.finding("", failure));
  }

  private static String place(TokenStreamLocation at) {
    return at == null
        ? "somewhere"
        : "line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
  }
}
