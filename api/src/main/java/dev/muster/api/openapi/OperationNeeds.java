package dev.muster.api.openapi;

import dev.muster.api.security.JoinProof;
import dev.muster.api.security.Needs;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Role;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.web.method.HandlerMethod;

/** Says of an operation what it takes: in words, and for programs as {@code x-muster-needs}. */
final class OperationNeeds {

  /** The name of the way to prove who asks. */
  static final String SCHEME = "token";

  private static final String EXTENSION = "x-muster-needs";

  private OperationNeeds() {}

  static SecurityScheme scheme() {
    return new SecurityScheme()
        .type(SecurityScheme.Type.HTTP)
        .scheme("bearer")
        .bearerFormat(AccessToken.PATTERN)
        .description("A token of `muster token create`. Needed unless Muster listens on loopback.");
  }

  static void set(Operation operation, HandlerMethod method) {
    Needs needs = Objects.requireNonNull(method.getMethodAnnotation(Needs.class));
    boolean byToken =
        needs.where() != Needs.Where.JOIN_TOKEN && needs.where() != Needs.Where.RECEIVER;
    List<String> roles =
        byToken ? needs.value().roles().stream().map(Role::word).toList() : List.of();
    String said =
        switch (needs.where()) {
          case JOIN_TOKEN ->
              "Needs a join token in the header `%s`, and no other.".formatted(JoinProof.HEADER);
          case RECEIVER -> "Needs the address that the receiver was made with, and no token.";
          default ->
              "Needs `%s` on %s (%s)."
                  .formatted(needs.value().word(), needs.where().words(), String.join(", ", roles));
        };
    operation.setDescription(
        Optional.ofNullable(operation.getDescription())
            .map(text -> text + " " + said)
            .orElse(said));
    operation.addExtension(
        EXTENSION,
        Map.of(
            "permission",
            needs.value().word(),
            "where",
            needs.where().name().toLowerCase(java.util.Locale.ROOT),
            "roles",
            roles));
    if (needs.where() == Needs.Where.JOIN_TOKEN) {
      operation.addParametersItem(joinToken());
    }
    if (byToken) {
      // Either a token or nothing: whether one is needed is a setting of the installation.
      operation.setSecurity(
          List.of(new SecurityRequirement(), new SecurityRequirement().addList(SCHEME)));
    }
  }

  private static HeaderParameter joinToken() {
    HeaderParameter parameter = new HeaderParameter();
    parameter
        .name(JoinProof.HEADER)
        .description("What `muster agent-token create` made.")
        .required(true)
        .schema(new StringSchema().pattern(AccessToken.PATTERN));
    return parameter;
  }
}
