package dev.muster.senlin.receivers;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.receivers.WebhookController;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.senlin.http.Accepted;
import dev.muster.senlin.http.Microversion;
import dev.muster.senlin.http.SentFields;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Triggers receivers as Senlin's clients do. */
@Hidden
@RestController
public final class SenlinWebhooks {

  private static final Set<String> VERSIONS = Set.of("1", "2");

  /** From this version on the body is the arguments; before, they are its {@code params}. */
  private static final int BARE_BODY = 10;

  private final WebhookController webhooks;

  public SenlinWebhooks(WebhookController webhooks) {
    this.webhooks = webhooks;
  }

  /** Of an address with {@code V=2}, what is in the query counts as well. */
  @PostMapping("/senlin/v1/webhooks/{secret}/trigger")
  @Needs(value = Permission.OPERATE, where = Where.RECEIVER)
  ResponseEntity<ObjectNode> trigger(
      @PathVariable String secret,
      @RequestBody Optional<JsonNode> body,
      HttpServletRequest request) {
    Map<String, String[]> query = new HashMap<>(request.getParameterMap());
    String[] version = query.remove("V");
    if (version == null || !VERSIONS.contains(version[0])) {
      throw ProblemException.badRequest("No V parameter specified in request (expected: V=2)");
    }
    Map<String, JsonNode> args = new HashMap<>();
    body.ifPresent(sent -> args.putAll(sent(sent, request)));
    query.forEach((name, values) -> args.put(name, value(values[0])));
    return Accepted.by(
        webhooks
            .trigger(secret, args.isEmpty() ? Optional.empty() : Optional.of(args), request)
            .action());
  }

  private static Map<String, JsonNode> sent(JsonNode body, HttpServletRequest request) {
    SentFields fields = SentFields.of("", body);
    if (Microversion.of(request) < BARE_BODY && fields.names().contains("params")) {
      fields = fields.object("params").orElseThrow();
    }
    Map<String, JsonNode> args = new HashMap<>();
    for (String name : fields.names()) {
      args.put(name, fields.need(name));
    }
    return args;
  }

  /** What stands in an address has no type: a whole number is one. */
  private static JsonNode value(String text) {
    return text.matches("-?[0-9]{1,9}")
        ? WireFormat.JSON.getNodeFactory().numberNode(Integer.parseInt(text))
        : WireFormat.JSON.getNodeFactory().stringNode(text);
  }
}
