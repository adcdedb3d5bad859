package dev.muster.api.openapi;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JavaType;
import dev.muster.api.autopilot.ObjectName;
import dev.muster.api.requests.Creation;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.action.ActionKind;
import dev.muster.domain.cluster.AgentAddress;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.cluster.Label;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.discovery.AddressPattern;
import dev.muster.domain.discovery.DiscoveryName;
import dev.muster.domain.discovery.VariableName;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.policy.PolicyName;
import dev.muster.domain.protocol.Fingerprint;
import dev.muster.domain.receiver.ReceiverName;
import dev.muster.domain.request.IsoDuration;
import dev.muster.domain.retention.KeptFor;
import dev.muster.domain.rollout.Share;
import dev.muster.domain.run.RunId;
import dev.muster.domain.timetable.Cron;
import dev.muster.domain.timetable.ScheduleName;
import io.swagger.v3.core.converter.AnnotatedType;
import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.core.converter.ModelConverterContext;
import io.swagger.v3.core.util.Json31;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.media.UUIDSchema;
import java.lang.reflect.RecordComponent;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Which JSON our values are, by the same rules by which they are checked; and which fields of a
 * record are always there: those that are not Optional.
 */
final class ValueSchemas implements ModelConverter {

  private static final Map<Class<?>, Supplier<Schema<?>>> VALUES =
      Map.ofEntries(
          entry(ClusterName.class, () -> text(Label.LABEL)),
          entry(ObjectName.class, () -> text(Label.SUBDOMAIN)),
          entry(NodeId.class, () -> text(Label.SUBDOMAIN)),
          entry(DiscoveryName.class, () -> text(Label.LABEL)),
          entry(PolicyName.class, () -> text(Label.LABEL)),
          entry(AddressPattern.class, StringSchema::new),
          entry(VariableName.class, () -> text(VariableName.PATTERN)),
          entry(ReceiverName.class, () -> text(Label.LABEL)),
          entry(ScheduleName.class, () -> text(Label.LABEL)),
          entry(Cron.class, () -> text(Cron.PATTERN)),
          entry(Share.class, () -> text(Share.PATTERN)),
          entry(ActionKind.class, () -> text(ActionKind.PATTERN)),
          entry(
              AgentAddress.class,
              () -> text(AgentAddress.PATTERN).maxLength(AgentAddress.MAX_LENGTH)),
          entry(Fingerprint.class, () -> text(Fingerprint.PATTERN)),
          entry(KeptFor.class, () -> text(KeptFor.PATTERN)),
          entry(ClusterPattern.class, () -> text(ClusterPattern.PATTERN)),
          entry(ActionId.class, UUIDSchema::new),
          entry(RunId.class, UUIDSchema::new),
          entry(Duration.class, ValueSchemas::duration),
          entry(LocalTime.class, StringSchema::new),
          entry(ZoneId.class, StringSchema::new),
          entry(JsonNode.class, Schema::new));

  private static final List<String> DAYS =
      Arrays.stream(DayOfWeek.values()).map(DayOfWeek::name).toList();

  /**
   * As ISO 8601 has it. The format {@code duration} of JSON Schema is RFC 3339's, which has no
   * hours with seconds and without minutes, such as {@code PT22H35S}.
   */
  static Schema<?> duration() {
    return text(IsoDuration.PATTERN).format("iso8601-duration");
  }

  private static Map.Entry<Class<?>, Supplier<Schema<?>>> entry(
      Class<?> type, Supplier<Schema<?>> schema) {
    return Map.entry(type, schema);
  }

  @Override
  public @Nullable Schema<?> resolve(
      AnnotatedType type, ModelConverterContext context, Iterator<ModelConverter> chain) {
    JavaType java = Json31.mapper().constructType(type.getType());
    if (java.isTypeOrSubTypeOf(Creation.class)) {
      return context.resolve(new AnnotatedType(java.containedType(0)).resolveAsRef(true));
    }
    if (java.getRawClass() == DayOfWeek.class) {
      // By name: of a set of nameless constants a generator makes Java that does not compile.
      context.defineModel("DayOfWeek", new StringSchema()._enum(DAYS));
      return new Schema<>().$ref("#/components/schemas/DayOfWeek");
    }
    Supplier<Schema<?>> value = VALUES.get(java.getRawClass());
    if (value != null) {
      return value.get();
    }
    Schema<?> schema = chain.hasNext() ? chain.next().resolve(type, context, chain) : null;
    if (schema != null && java.getRawClass().isRecord()) {
      Schema<?> model =
          schema.get$ref() == null ? schema : context.getDefinedModels().get(name(schema));
      if (model != null && model.getProperties() != null) {
        model.setRequired(alwaysThere(java.getRawClass()));
      }
    }
    return schema;
  }

  /** The name of the component that a schema refers to. */
  static String name(Schema<?> reference) {
    return reference.get$ref().substring(reference.get$ref().lastIndexOf('/') + 1);
  }

  static Schema<?> text(String pattern) {
    return new StringSchema().pattern(pattern);
  }

  private static List<String> alwaysThere(Class<?> type) {
    return always(type).sorted().toList();
  }

  /** Parts that are unwrapped are not there themselves, but what they hold is. */
  private static Stream<String> always(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .filter(component -> component.getType() != Optional.class)
        .flatMap(component ->
            component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                ? always(component.getType())
                : Stream.of(name(component)));
  }

  private static String name(RecordComponent component) {
    JsonProperty other = component.getAccessor().getAnnotation(JsonProperty.class);
    return other == null ? component.getName() : other.value();
  }
}
