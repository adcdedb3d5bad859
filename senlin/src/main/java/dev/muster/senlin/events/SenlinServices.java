package dev.muster.senlin.events;

import dev.muster.api.info.InfoController;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.senlin.http.SenlinErrors;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SinceVersion;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What answers here, and that nothing answers elsewhere. */
@Hidden
@RestController
public final class SenlinServices {

  private final InfoController info;
  private final Clock clock;

  public SenlinServices(InfoController info, Clock clock) {
    this.info = info;
    this.clock = clock;
  }

  @GetMapping("/senlin/v1/build-info")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode build() {
    String version = info.info().version();
    return SenlinObject.named(
        "build_info",
        SenlinObject.of()
            .with("api", SenlinObject.of().with("revision", version).done())
            .with("engine", SenlinObject.of().with("revision", version).done())
            .done());
  }

  /** This process, which answers; what there is beside it is no matter of Senlin's clients. */
  @GetMapping("/senlin/v1/services")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @SinceVersion(7)
  ObjectNode services(HttpServletRequest request) {
    String host = request.getServerName();
    ArrayNode services = WireFormat.JSON.createArrayNode();
    services.add(
        SenlinObject.of()
            .with("id", UUID.nameUUIDFromBytes(host.getBytes(StandardCharsets.UTF_8)).toString())
            .with("binary", "muster-api")
            .with("host", host)
            .with("topic", "muster")
            .with("status", "enabled")
            .with("state", "up")
            .with("disabled_reason", Optional.empty())
            .with("updated_at", Optional.of(clock.instant()))
            .done());
    return SenlinPages.named("services", services);
  }

  @RequestMapping("/senlin/**")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ResponseEntity<ObjectNode> nothing(HttpServletRequest request) {
    return SenlinErrors.missing(
        "nothing is at %s %s; docs/senlin.md lists what is there"
            .formatted(request.getMethod(), request.getRequestURI()));
  }
}
