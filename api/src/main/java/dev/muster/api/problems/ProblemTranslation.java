package dev.muster.api.problems;

import dev.muster.workflows.client.EngineUnavailable;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessException;
import org.springframework.http.MediaType;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.MissingRequestValueException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.servlet.NoHandlerFoundException;
import org.springframework.web.servlet.resource.NoResourceFoundException;
import tools.jackson.core.JacksonException;

/** Which problem an exception is; empty for a bug. */
public final class ProblemTranslation {

  private ProblemTranslation() {}

  /**
   * The problem.
   *
   * @param path of the request, as it was sent
   */
  public static Optional<ProblemException> of(Exception failure, String path) {
    return switch (failure) {
      case ProblemException problem -> Optional.of(problem);
      case HttpMessageNotReadableException unreadable -> Optional.of(body(unreadable));
      case BodyTooLargeException large -> Optional.of(tooLarge(large));
      case MethodArgumentTypeMismatchException mismatch -> Optional.of(Arguments.problem(mismatch));
      case MissingServletRequestParameterException missing ->
          Optional.of(
              ProblemException.badRequest(
                  "query parameter '%s': missing".formatted(missing.getParameterName())));
      case InvalidParameterException undecodable ->
          Optional.of(
              ProblemException.badRequest(
                  "the query cannot be decoded (expected: percent-encoded UTF-8, such as %20)"));
      case MissingRequestValueException missing ->
          Optional.of(ProblemException.badRequest(String.valueOf(missing.getMessage())));
      case NoResourceFoundException none -> Optional.of(noSuchAddress(path));
      case NoHandlerFoundException none -> Optional.of(noSuchAddress(path));
      case HttpRequestMethodNotSupportedException method -> Optional.of(method(method));
      case HttpMediaTypeNotSupportedException type -> Optional.of(mediaType(type));
      case HttpMediaTypeNotAcceptableException type -> Optional.of(notAcceptable(type));
      case DataAccessException database -> DatabaseProblems.of(database);
      case TransactionException database -> DatabaseProblems.of(database);
      case EngineUnavailable engine ->
          Optional.of(
              new ProblemException(
                  ProblemType.ENGINE_UNAVAILABLE, String.valueOf(engine.getMessage())));
      default -> Optional.empty();
    };
  }

  private static ProblemException body(HttpMessageNotReadableException failure) {
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof BodyTooLargeException large) {
        return tooLarge(large);
      }
      if (cause instanceof JacksonException json && !(json.getCause() instanceof IOException)) {
        return BodyMessages.problem(json);
      }
    }
    Throwable root = NestedExceptionUtils.getMostSpecificCause(failure);
    return root instanceof IOException
        ? ProblemException.badRequest("the body ended too early or could not be read")
        : ProblemException.badRequest("the body is missing (expected: a JSON object)");
  }

  private static ProblemException tooLarge(BodyTooLargeException failure) {
    return new ProblemException(ProblemType.TOO_LARGE, String.valueOf(failure.getMessage()));
  }

  private static ProblemException noSuchAddress(String path) {
    return ProblemException.notFound(
        "nothing is at %s; %s/v3/api-docs lists every address"
            .formatted(
                path,
                path.length() > 1 && path.endsWith("/") ? "addresses do not end with '/'; " : ""));
  }

  private static ProblemException method(HttpRequestMethodNotSupportedException failure) {
    String allowed =
        failure.getSupportedMethods() == null
            ? "another one"
            : String.join(", ", failure.getSupportedMethods());
    return new ProblemException(
        ProblemType.METHOD_NOT_ALLOWED,
        "%s is not possible here (expected: %s)".formatted(failure.getMethod(), allowed));
  }

  private static ProblemException mediaType(HttpMediaTypeNotSupportedException failure) {
    String sent =
        failure.getContentType() == null
            ? "no Content-Type was sent"
            : "Content-Type: " + failure.getContentType();
    String taken =
        failure.getSupportedMediaTypes().stream()
            .map(MediaType::toString)
            .filter(type -> !type.contains("*"))
            .distinct()
            .collect(Collectors.joining(", "));
    return new ProblemException(
        ProblemType.UNSUPPORTED_MEDIA_TYPE,
        "%s (expected: %s)".formatted(sent, taken.isEmpty() ? "application/json" : taken));
  }

  /** Without a list when the header cannot be parsed. */
  private static ProblemException notAcceptable(HttpMediaTypeNotAcceptableException failure) {
    String types =
        failure.getSupportedMediaTypes().stream()
            .map(MediaType::toString)
            .distinct()
            .collect(Collectors.joining(", "));
    return new ProblemException(
        ProblemType.NOT_ACCEPTABLE,
        types.isEmpty()
            ? "Accept: not a list of media types (expected: such as application/json, or */*)"
            : "Accept: the answer comes as %s (expected: this, or */*)".formatted(types));
  }
}
