package dev.muster.kubernetes.objects;

import dev.muster.api.autopilot.Seriousness;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.http.JsonText;
import dev.muster.kubernetes.schema.FieldProblem;
import dev.muster.kubernetes.status.KubeStatus;
import dev.muster.kubernetes.status.StatusException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * How a deletion was asked for. What is deleted with an object, and when, is no question here:
 * nothing belongs to a plan, and it is deleted at once.
 */
record SentDeletion(Preconditions preconditions, Seriousness seriousness) {

  private static final List<String> POLICIES = List.of("Foreground", "Background", "Orphan");

  /** What the object must be. */
  record Preconditions(Optional<String> uid, Optional<String> version) {}

  /** Reads it from the body and the query, or ends the request. */
  static SentDeletion of(HttpServletRequest request) throws IOException {
    JsonNode body = body(request);
    List<FieldProblem> problems = new ArrayList<>();
    String policy =
        body.path("propagationPolicy")
            .asString(Optional.ofNullable(request.getParameter("propagationPolicy")).orElse(""));
    if (!policy.isEmpty() && !POLICIES.contains(policy)) {
      problems.add(
          FieldProblem.unknown(
              "propagationPolicy",
              "\"" + policy + "\"",
              List.of("Foreground", "Background", "Orphan", "nil")));
    }
    Seriousness seriousness =
        body.path("dryRun").isEmpty()
            ? SentOptions.seriousness(request, problems)
            : SentOptions.seriousness(
                body.path("dryRun").valueStream().map(one -> one.asString("")).toList(), problems);
    if (!problems.isEmpty()) {
      throw new StatusException(KubeStatus.invalidOptions("DeleteOptions", problems));
    }
    JsonNode preconditions = body.path("preconditions");
    return new SentDeletion(
        new Preconditions(
            preconditions.path("uid").asStringOpt(),
            preconditions.path("resourceVersion").asStringOpt()),
        seriousness);
  }

  private static JsonNode body(HttpServletRequest request) throws IOException {
    byte[] bytes = request.getInputStream().readAllBytes();
    if (bytes.length == 0) {
      return WireFormat.JSON.createObjectNode();
    }
    String type = SentObject.type(Optional.ofNullable(request.getContentType()).orElse(""));
    try {
      return type.equals("application/yaml") ? SentObject.yaml(bytes) : JsonText.read(bytes).root();
    } catch (JacksonException unreadable) {
      throw new StatusException(
          KubeStatus.badRequest(
              "couldn't get version/kind; json parse error: " + JsonText.why(unreadable)));
    }
  }
}
