package dev.muster.api.openapi;

import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;

/** What each operation answers when it fails. */
final class ProblemResponses {

  private ProblemResponses() {}

  static void addTo(Operation operation) {
    operation
        .getResponses()
        .addApiResponse(
            "default",
            new ApiResponse()
                .description("A problem, as RFC 9457 has it; docs/api.md lists the types.")
                .content(
                    new Content()
                        .addMediaType(
                            "application/problem+json",
                            new MediaType().schema(problem()).example(example()))));
  }

  private static ObjectSchema problem() {
    ObjectSchema schema = new ObjectSchema();
    schema.addProperty("type", new StringSchema());
    schema.addProperty("title", new StringSchema());
    schema.addProperty("status", new io.swagger.v3.oas.models.media.IntegerSchema());
    schema.addProperty("detail", new StringSchema());
    return schema;
  }

  private static java.util.Map<String, Object> example() {
    java.util.Map<String, Object> example = new java.util.LinkedHashMap<>();
    example.put("type", "urn:muster:problem:not-found");
    example.put("title", "Not found");
    example.put("status", 404);
    example.put("detail", "there is no cluster prod; GET /v1/clusters lists them");
    return example;
  }
}
