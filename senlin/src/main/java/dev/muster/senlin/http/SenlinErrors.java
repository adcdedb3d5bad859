package dev.muster.senlin.http;

import dev.muster.api.problems.ProblemBody;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemTranslation;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.ShownAddress;
import dev.muster.senlin.words.SenlinObject;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.catalina.connector.ClientAbortException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import tools.jackson.databind.node.ObjectNode;

/** Shows the API's problems in the shape of Senlin's errors, which its clients read. */
@RestControllerAdvice(basePackages = "dev.muster.senlin")
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class SenlinErrors {
  private static final Logger LOG = LoggerFactory.getLogger(SenlinErrors.class);

  /** Senlin has no 422. */
  private static final Map<String, Integer> STATUS =
      Map.of(
          ProblemType.BAD_POLICY.urn(), 400,
          ProblemType.BAD_PROFILE.urn(), 400,
          ProblemType.CANNOT_SORT.urn(), 400);

  private static final Map<String, String> TYPE =
      Map.of(
          ProblemType.NOT_FOUND.urn(), "ResourceNotFound",
          ProblemType.AMBIGUOUS_ID.urn(), "MultipleChoices",
          ProblemType.BAD_POLICY.urn(), "InvalidSpec",
          ProblemType.BAD_PROFILE.urn(), "InvalidSpec",
          ProblemType.CONFLICT.urn(), "ResourceInUse",
          ProblemType.NOT_POSSIBLE.urn(), "ActionImmutable");

  /** The caller has gone: there is nobody to tell. */
  @ExceptionHandler({AsyncRequestNotUsableException.class, ClientAbortException.class})
  void gone() {}

  @ExceptionHandler(NotOffered.class)
  ResponseEntity<ObjectNode> notOffered(NotOffered failure) {
    return notOffered(String.valueOf(failure.getMessage()));
  }

  /** Something of Senlin's that Muster does not have. */
  public static ResponseEntity<ObjectNode> notOffered(String why) {
    return answer(501, "HTTPNotImplemented", why);
  }

  /** Something that is nowhere. */
  public static ResponseEntity<ObjectNode> missing(String why) {
    return answer(404, "ResourceNotFound", why);
  }

  @ExceptionHandler(Exception.class)
  ResponseEntity<ObjectNode> answer(Exception failure, HttpServletRequest request) {
    Optional<ProblemBody> problem =
        ProblemTranslation.of(failure, request.getRequestURI()).map(ProblemException::body);
    if (problem.isEmpty()) {
      String id = UUID.randomUUID().toString();
      LOG.error(
          "{} {} failed, error {}", request.getMethod(), ShownAddress.of(request), id, failure);
      return answer(
          500, "InternalError", "this is a bug in Muster; its log has more under error " + id);
    }
    ProblemBody body = problem.get();
    int status = STATUS.getOrDefault(body.type(), body.status());
    return answer(status, TYPE.getOrDefault(body.type(), words(status)), body.detail());
  }

  private static ResponseEntity<ObjectNode> answer(int status, String type, String message) {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_JSON);
    switch (status) {
      case 401 -> headers.set(HttpHeaders.WWW_AUTHENTICATE, ProblemType.CHALLENGE);
      case 503 -> headers.set(HttpHeaders.RETRY_AFTER, "2");
      default -> {}
    }
    return ResponseEntity.status(status).headers(headers).body(body(status, type, message));
  }

  private static ObjectNode body(int status, String type, String message) {
    return SenlinObject.of()
        .with("code", status)
        .with("title", reason(status))
        .with("explanation", message)
        .with(
            "error",
            SenlinObject.of()
                .with("code", status)
                .with("message", message)
                .with("type", type)
                .done())
        .done();
  }

  private static String reason(int status) {
    return Optional.ofNullable(HttpStatus.resolve(status))
        .map(HttpStatus::getReasonPhrase)
        .orElse("Error");
  }

  private static String words(int status) {
    return "HTTP" + reason(status).replace(" ", "");
  }
}
