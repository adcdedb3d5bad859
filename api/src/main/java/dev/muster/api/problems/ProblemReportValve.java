package dev.muster.api.problems;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.util.Arrays;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.MediaType;

/**
 * Writes a problem where Tomcat would write a page: for requests that never reach Spring, such as
 * one whose address is no URI.
 */
public final class ProblemReportValve extends ErrorReportValve {
  private static final Logger LOG = LoggerFactory.getLogger(ProblemReportValve.class);

  @Override
  protected void report(Request request, Response response, @Nullable Throwable failure) {
    int status = response.getStatus();
    if (status < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
      return;
    }
    try {
      response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
      response.setCharacterEncoding("UTF-8");
      response.getReporter().write(WireFormat.JSON.writeValueAsString(problem(status, failure)));
      response.finishResponse();
    } catch (IOException gone) {
      LOG.debug("the caller has gone", gone);
    }
  }

  private static ProblemBody problem(int status, @Nullable Throwable failure) {
    if (status >= 500) {
      String id = java.util.UUID.randomUUID().toString();
      LOG.error("a request failed outside Spring, error {}", id, failure);
      return ProblemBody.internal(id);
    }
    ProblemType type =
        Arrays.stream(ProblemType.values())
            .filter(candidate -> candidate.status().value() == status)
            .filter(candidate -> candidate != ProblemType.AMBIGUOUS_ID)
            .findFirst()
            .orElse(ProblemType.BAD_REQUEST);
    return ProblemBody.of(type, "the request is not valid HTTP, or its address is no URI");
  }
}
