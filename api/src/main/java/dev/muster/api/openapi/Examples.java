package dev.muster.api.openapi;

import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.springframework.web.method.HandlerMethod;
import tools.jackson.databind.JsonNode;

/**
 * Example bodies of requests, by operation; in a resource, so that code stays readable. A test
 * reads each as the API would.
 */
final class Examples {

  private static final String RESOURCE = "/openapi-examples.json";

  private final JsonNode byOperation;

  private Examples(JsonNode byOperation) {
    this.byOperation = byOperation;
  }

  static Examples load() {
    try (InputStream in = Examples.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException("not in the class path: " + RESOURCE);
      }
      return new Examples(WireFormat.JSON.readTree(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The name by which clients that are generated from the document know the operation. */
  static String operation(HandlerMethod method) {
    String thing =
        method
            .getBeanType()
            .getSimpleName()
            .replaceFirst("Controller$", "")
            .replaceFirst("^(Start|Event)$", "Run");
    return method.getMethod().getName() + thing;
  }

  Optional<JsonNode> request(String operation) {
    return Optional.ofNullable(byOperation.get(operation));
  }
}
