package dev.muster.api.info;

import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.connections.DatabaseSettings;
import dev.muster.connections.TemporalSettings;
import dev.muster.connections.attributes.KnownAttributes;
import dev.muster.connections.engine.EngineOwnership;
import dev.muster.domain.identity.Permission;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Clock;
import java.time.Instant;
import java.util.Locale;
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
   * @param tls whether the way there is encrypted
   * @param codec whether payloads are encrypted
   * @param searchAttributes registered, or why workflows do without
   * @param runs moved by this engine, or by another one
   * @param runsMovedBy which other one, and what to do
   */
  public record TemporalJson(
      String address,
      String namespace,
      String engine,
      boolean tls,
      boolean codec,
      String searchAttributes,
      String runs,
      Optional<String> runsMovedBy) {}

  private final TemporalSettings temporal;
  private final DatabaseSettings database;
  private final KnownAttributes attributes;
  private final EngineOwnership ownership;
  private final Instant startedAt;

  public InfoController(
      TemporalSettings temporal,
      DatabaseSettings database,
      KnownAttributes attributes,
      EngineOwnership ownership,
      Clock clock) {
    this.temporal = temporal;
    this.database = database;
    this.attributes = attributes;
    this.ownership = ownership;
    this.startedAt = clock.instant();
  }

  @GetMapping("/v1/info")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "What this process is")
  public InfoJson info() {
    return new InfoJson(
        version(),
        new TemporalJson(
            temporal.address(),
            temporal.namespace(),
            temporal.engine(),
            temporal.tls().isPresent(),
            temporal.codecKeyFile().isPresent(),
            attributes.shown(),
            ownership.view().standing().name().toLowerCase(Locale.ROOT).replace('_', ' '),
            ownership.elsewhere()),
        database.shown(),
        startedAt);
  }

  private static String version() {
    return Optional.ofNullable(InfoController.class.getPackage().getImplementationVersion())
        .orElse("development");
  }
}
