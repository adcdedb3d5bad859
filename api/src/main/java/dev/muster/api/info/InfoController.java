package dev.muster.api.info;

import dev.muster.connections.DatabaseSettings;
import dev.muster.connections.TemporalSettings;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Says what this process is. */
@RestController
@Tag(name = "info")
public final class InfoController {

  /**
   * What this process is.
   *
   * @param database where it is, without credentials
   */
  public record InfoJson(
      String version, TemporalJson temporal, String database, Instant startedAt) {}

  /**
   * The engine.
   *
   * @param engine embedded, dev-server or server
   */
  public record TemporalJson(String address, String namespace, String engine) {}

  private final InfoJson info;

  public InfoController(TemporalSettings temporal, DatabaseSettings database, Clock clock) {
    this.info =
        new InfoJson(
            version(),
            new TemporalJson(temporal.address(), temporal.namespace(), temporal.engine()),
            database.shown(),
            clock.instant());
  }

  @GetMapping("/v1/info")
  @Operation(summary = "What this process is")
  InfoJson info() {
    return info;
  }

  private static String version() {
    return Optional.ofNullable(InfoController.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
