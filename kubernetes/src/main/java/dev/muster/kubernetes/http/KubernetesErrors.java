package dev.muster.kubernetes.http;

import dev.muster.kubernetes.status.StatusException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Answers with the status that ended a request; what else goes wrong is the API's own affair. */
@RestControllerAdvice(basePackages = "dev.muster.kubernetes")
@Order(Ordered.HIGHEST_PRECEDENCE)
public final class KubernetesErrors {

  @ExceptionHandler(StatusException.class)
  void answer(StatusException failure, HttpServletResponse response) throws IOException {
    KubeReply.send(response, failure.status().code(), failure.status().json());
  }

  @ExceptionHandler(NothingThere.class)
  void nothing(NothingThere failure, HttpServletResponse response) throws IOException {
    KubeReply.text(response, 404, NothingThere.WORDS);
  }
}
