package dev.muster.api.openapi;

import dev.muster.api.joining.NewJoinTokenRequest;
import dev.muster.api.policies.BindingPatch;
import dev.muster.api.problems.ProblemBody;
import dev.muster.api.problems.ProblemType;
import dev.muster.domain.cluster.Bounds;
import dev.muster.domain.cluster.ClusterSettings;
import dev.muster.domain.cluster.Dialect;
import dev.muster.domain.cluster.NodeLabels;
import dev.muster.domain.cluster.SignalRole;
import dev.muster.domain.retention.RetentionRule;
import io.swagger.v3.core.converter.ModelConverters;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.JsonSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.springdoc.core.customizers.OpenApiCustomizer;

/**
 * Makes the bodies of requests as strict in the document as they are read: no unknown fields, null
 * where it stands for nothing, settings within their bounds, labels by their rules. Adds the one
 * schema of all problems.
 */
final class RequestSchemas implements OpenApiCustomizer {

  static final String PROBLEM = "Problem";

  /** How the parts of flat objects end, which are no schemas of their own. */
  private static final String PART = "Part";

  @Override
  public void customise(OpenAPI document) {
    Components components = document.getComponents();
    requestBodies(document)
        .forEach(name -> beStrict(name, Objects.requireNonNull(components.getSchemas().get(name))));
    ModelConverters.getInstance(true)
        .readAll(ProblemBody.class)
        .forEach((name, schema) ->
            components.addSchemas(name.equals("ProblemBody") ? PROBLEM : name, schema));
    components.getSchemas().keySet().removeIf(name -> name.endsWith(PART));
    Schema<?> problem = Objects.requireNonNull(components.getSchemas().get(PROBLEM));
    JsonSchema type = (JsonSchema) Objects.requireNonNull(problem.getProperties().get("type"));
    type.setEnum(Arrays.stream(ProblemType.values()).<Object>map(ProblemType::urn).toList());
  }

  private static Stream<String> requestBodies(OpenAPI document) {
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

  private static void beStrict(String body, Schema<?> schema) {
    List<String> required = Optional.ofNullable(schema.getRequired()).orElse(List.of());
    Schema<?> label = ValueSchemas.text(NodeLabels.VALUE);
    // A body without a field that must be there changes something: null removes a label.
    boolean changes = required.isEmpty() && !body.startsWith("New");
    schema
        .getProperties()
        .computeIfPresent("labels", (name, any) -> labels(changes ? orNull(label) : label));
    schema
        .getProperties()
        .computeIfPresent("uses", (name, any) -> number(NewJoinTokenRequest.USES));
    schema
        .getProperties()
        .computeIfPresent("priority", (name, any) -> number(BindingPatch.PRIORITY));
    schema.getProperties().computeIfPresent("settings", (name, any) -> settings());
    schema
        .getProperties()
        .computeIfPresent("atLeast", (name, any) -> number(RetentionRule.AT_LEAST));
    schema
        .getProperties()
        .forEach((name, field) -> {
          if (!required.contains(name)) {
            orNull(field);
          }
        });
    schema.setAdditionalProperties(false);
  }

  /** An optional field may be null, which is the same as leaving it out. */
  private static Schema<?> orNull(Schema<?> schema) {
    if (schema.getTypes() != null) {
      Set<String> types = new TreeSet<>(schema.getTypes());
      types.add("null");
      schema.setTypes(types);
    }
    if (schema.getEnum() != null) {
      schema.addEnumItemObject(null);
    }
    return schema;
  }

  private static Schema<?> labels(Schema<?> value) {
    return new ObjectSchema()
        .propertyNames(ValueSchemas.text(NodeLabels.KEY))
        .additionalProperties(value);
  }

  private static Schema<?> settings() {
    return new ObjectSchema()
        .addProperty("idleInterval", time(ClusterSettings.INTERVAL))
        .addProperty("busyInterval", time(ClusterSettings.INTERVAL))
        .addProperty("maxNodesInWork", orNull(number(ClusterSettings.MAX_NODES_IN_WORK)))
        .addProperty("agentQueue", number(ClusterSettings.AGENT_QUEUE))
        .addProperty("unreachableAfter", time(ClusterSettings.UNREACHABLE_AFTER))
        .addProperty("autopilot", autopilot())
        .additionalProperties(false);
  }

  private static Schema<?> autopilot() {
    return new ObjectSchema()
        .addProperty("dialect", words(Stream.of(Dialect.values()).map(Dialect::word)))
        .addProperty(
            "exclude",
            new ArraySchema().items(words(Stream.of(SignalRole.values()).map(SignalRole::word))))
        .additionalProperties(false);
  }

  private static Schema<?> words(Stream<String> words) {
    StringSchema schema = new StringSchema();
    words.forEach(schema::addEnumItem);
    return schema;
  }

  private static Schema<?> number(Bounds<Integer> bounds) {
    return new IntegerSchema()
        .minimum(BigDecimal.valueOf(bounds.least()))
        .maximum(BigDecimal.valueOf(bounds.most()));
  }

  private static Schema<?> time(Bounds<Duration> bounds) {
    return ValueSchemas.duration().description(bounds.toString());
  }
}
