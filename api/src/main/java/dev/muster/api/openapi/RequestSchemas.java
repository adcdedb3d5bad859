package dev.muster.api.openapi;

import dev.muster.api.problems.ProblemBody;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.requests.Labels;
import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.request.IsoDuration;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.springdoc.core.customizers.OpenApiCustomizer;

/**
 * Makes the bodies of requests as strict in the document as they are read: no unknown fields, null
 * where it stands for nothing, settings within their bounds, labels by their rules. Adds the one
 * schema of all problems.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // as in the signatures of swagger's models
final class RequestSchemas implements OpenApiCustomizer {

  static final String PROBLEM = "Problem";

  @Override
  public void customise(OpenAPI document) {
    Map<String, Schema> schemas = document.getComponents().getSchemas();
    requestBodies(document).map(schemas::get).forEach(RequestSchemas::beStrict);
    ModelConverters.getInstance(true)
        .readAll(ProblemBody.class)
        .forEach(
            (name, schema) -> schemas.put(name.equals("ProblemBody") ? PROBLEM : name, schema));
    Schema<String> type = property(schemas.get(PROBLEM), "type");
    type.setEnum(Arrays.stream(ProblemType.values()).map(ProblemType::urn).toList());
  }

  private static java.util.stream.Stream<String> requestBodies(OpenAPI document) {
    return document.getPaths().values().stream()
        .map(PathItem::readOperations)
        .flatMap(List::stream)
        .map(Operation::getRequestBody)
        .filter(Objects::nonNull)
        .flatMap(body -> body.getContent().values().stream())
        .map(MediaType::getSchema)
        .filter(schema -> schema != null && schema.get$ref() != null)
        .map(ValueSchemas::name)
        .distinct();
  }

  private static void beStrict(Schema<?> body) {
    body.setAdditionalProperties(false);
    boolean patches = body.getRequired() == null || body.getRequired().isEmpty();
    Map<String, Schema> properties = body.getProperties();
    properties.computeIfPresent("labels", (name, any) -> labels(patches));
    properties.computeIfPresent("settings", (name, any) -> settings());
    properties.forEach((name, schema) -> {
      if (body.getRequired() == null || !body.getRequired().contains(name)) {
        orNull(schema);
      }
    });
  }

  /** An optional field may be null, which is the same as leaving it out. */
  private static void orNull(Schema schema) {
    if (schema.getTypes() != null) {
      schema.setTypes(types(schema.getTypes(), "null"));
    }
    if (schema.getEnum() != null) {
      schema.addEnumItemObject(null);
    }
  }

  private static Set<String> types(Set<String> types, String more) {
    return java.util.stream.Stream.concat(types.stream(), java.util.stream.Stream.of(more))
        .collect(Collectors.toCollection(java.util.TreeSet::new));
  }

  private static Schema<?> labels(boolean patches) {
    Schema<?> value = ValueSchemas.text(Labels.VALUE);
    if (patches) {
      orNull(value);
    }
    return new ObjectSchema()
        .propertyNames(ValueSchemas.text(Labels.KEY))
        .additionalProperties(value);
  }

  private static Schema<?> settings() {
    Schema<?> maxNodes = number(ClusterSettings.MAX_NODES_IN_WORK);
    orNull(maxNodes);
    return new ObjectSchema()
        .addProperty("idleInterval", time(ClusterSettings.INTERVAL))
        .addProperty("busyInterval", time(ClusterSettings.INTERVAL))
        .addProperty("maxNodesInWork", maxNodes)
        .addProperty("agentQueue", number(ClusterSettings.AGENT_QUEUE))
        .addProperty("unreachableAfter", time(ClusterSettings.UNREACHABLE_AFTER))
        .additionalProperties(false);
  }

  private static Schema<?> number(Bounds<Integer> bounds) {
    return new IntegerSchema()
        .minimum(java.math.BigDecimal.valueOf(bounds.least()))
        .maximum(java.math.BigDecimal.valueOf(bounds.most()));
  }

  private static Schema<?> time(Bounds<Duration> bounds) {
    return ValueSchemas.text(IsoDuration.PATTERN).format("duration").description(bounds.toString());
  }

  private static Schema property(Schema<?> schema, String name) {
    return schema.getProperties().get(name);
  }
}
