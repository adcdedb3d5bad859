package dev.muster.api.openapi;

import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Creation;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.headers.Header;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.method.HandlerMethod;

/**
 * Every status that an operation answers, with its body: what the method returns, the problems that
 * it names ({@link Refuses}), and those that follow from its address, its parameters and its body.
 */
final class Answers {

  private static final String PROBLEM = "#/components/schemas/" + RequestSchemas.PROBLEM;
  private static final Set<String> LOOKED_UP = Set.of("id", "run", "action");

  private Answers() {}

  static void set(Operation operation, HandlerMethod method) {
    ApiResponses responses = new ApiResponses();
    successes(operation, method).forEach(responses::addApiResponse);
    problems(operation, method).stream()
        .collect(
            Collectors.groupingBy(type -> type.status().value(), TreeMap::new, Collectors.toList()))
        .forEach((status, types) -> responses.addApiResponse(status.toString(), problem(types)));
    operation.setResponses(responses);
  }

  private static Map<String, ApiResponse> successes(Operation operation, HandlerMethod method) {
    ResponseStatus only = AnnotationUtils.findAnnotation(method.getMethod(), ResponseStatus.class);
    if (only != null) {
      return Map.of(
          String.valueOf(only.code().value()),
          new ApiResponse().description(only.code().getReasonPhrase()));
    }
    ApiResponse answer = Objects.requireNonNull(operation.getResponses().get("200"));
    if (method.getMethod().getReturnType() == byte[].class) {
      answer.getContent().values().forEach(type -> type.setSchema(new ObjectSchema()));
    }
    if (method.getMethod().getReturnType() == void.class) {
      Content streams = new Content();
      for (String type :
          Objects.requireNonNull(method.getMethodAnnotation(GetMapping.class)).produces()) {
        streams.addMediaType(
            type,
            new MediaType()
                .schema(
                    type.equals(org.springframework.http.MediaType.TEXT_EVENT_STREAM_VALUE)
                        ? event()
                        : new StringSchema()));
      }
      answer.setContent(streams);
    }
    if (method.getMethod().getReturnType() != Creation.class) {
      return Map.of("200", answer);
    }
    ApiResponse made =
        new ApiResponse()
            .description("It was made")
            .content(answer.getContent())
            .addHeaderObject(
                "Location", header("The address of what was made", new StringSchema()));
    return new TreeMap<>(Map.of("200", answer.description("It was there"), "201", made));
  }

  /** Of each event of a stream; comments between them are none. */
  private static Schema<?> event() {
    Schema<Object> event = new ObjectSchema();
    event.addProperty("event", new StringSchema());
    event.addProperty("data", new StringSchema());
    event.setRequired(List.of("event", "data"));
    return event;
  }

  private static Set<ProblemType> problems(Operation operation, HandlerMethod method) {
    Set<ProblemType> types =
        EnumSet.of(
            ProblemType.BAD_REQUEST,
            ProblemType.UNAUTHENTICATED,
            ProblemType.FORBIDDEN,
            ProblemType.TOO_MANY_REQUESTS,
            ProblemType.MISDIRECTED,
            ProblemType.NOT_ACCEPTABLE,
            ProblemType.DATABASE_UNAVAILABLE,
            ProblemType.PROVIDER_UNAVAILABLE,
            ProblemType.ENGINE_UNAVAILABLE);
    List<io.swagger.v3.oas.models.parameters.Parameter> parameters =
        operation.getParameters() == null ? List.of() : operation.getParameters();
    if (parameters.stream().anyMatch(one -> LOOKED_UP.contains(one.getName()))) {
      types.add(ProblemType.AMBIGUOUS_ID);
      types.add(ProblemType.NOT_FOUND);
    }
    if (parameters.stream().anyMatch(one -> one.getIn().equals("path"))) {
      types.add(ProblemType.NOT_FOUND);
    }
    if (Arrays.stream(method.getMethodParameters())
        .anyMatch(one -> one.hasParameterAnnotation(RequestBody.class))) {
      types.add(ProblemType.TOO_LARGE);
      types.add(ProblemType.UNSUPPORTED_MEDIA_TYPE);
    }
    Refuses own = method.getMethodAnnotation(Refuses.class);
    if (own != null) {
      types.addAll(List.of(own.value()));
    }
    return types;
  }

  private static ApiResponse problem(List<ProblemType> types) {
    ProblemType first = types.getFirst();
    ApiResponse response =
        new ApiResponse()
            .description(
                types.stream()
                    .map(type -> "%s: %s".formatted(type.title(), type.urn()))
                    .collect(Collectors.joining("; ")))
            .content(
                new Content()
                    .addMediaType(
                        "application/problem+json",
                        new MediaType().schema(new Schema<>().$ref(PROBLEM))));
    return first.status().value() == 503
        ? response.addHeaderObject(
            "Retry-After", header("Seconds until another try is worth it", new IntegerSchema()))
        : response;
  }

  private static Header header(String description, Schema<?> schema) {
    return new Header().description(description).required(true).schema(schema);
  }
}
