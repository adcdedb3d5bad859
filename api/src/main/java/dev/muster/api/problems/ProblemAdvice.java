package dev.muster.api.problems;

import jakarta.servlet.http.HttpServletRequest;
import java.util.UUID;
import org.apache.catalina.connector.ClientAbortException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;

/** Makes every failed request a problem; nothing else writes errors once Spring has a request. */
@RestControllerAdvice
public final class ProblemAdvice {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

  /** The caller has gone: there is nobody to tell. */
  @ExceptionHandler({AsyncRequestNotUsableException.class, ClientAbortException.class})
  void gone() {}

  @ExceptionHandler(Exception.class)
  ResponseEntity<ProblemBody> answer(Exception failure, HttpServletRequest request) {
    ProblemBody body =
        ProblemTranslation.of(failure, request.getRequestURI())
            .map(ProblemException::body)
            .orElseGet(() -> internal(failure, request));
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
    if (failure instanceof HttpRequestMethodNotSupportedException method
        && method.getSupportedHttpMethods() != null) {
      headers.setAllow(method.getSupportedHttpMethods());
    }
    if (body.status() == 401) {
      headers.set(HttpHeaders.WWW_AUTHENTICATE, ProblemType.CHALLENGE);
    }
    if (body.status() == 503) {
      headers.set(HttpHeaders.RETRY_AFTER, "2");
    }
    return ResponseEntity.status(body.status()).headers(headers).body(body);
  }

  /** The log gets the stack trace, the caller the id to find it by. */
  private static ProblemBody internal(Exception failure, HttpServletRequest request) {
    String id = UUID.randomUUID().toString();
    LOG.error("{} {} failed, error {}", request.getMethod(), ShownAddress.of(request), id, failure);
    return ProblemBody.internal(id);
  }
}
