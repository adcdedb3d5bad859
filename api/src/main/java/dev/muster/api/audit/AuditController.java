package dev.muster.api.audit;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Identified;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.ActionId;
import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.run.RunId;
import dev.muster.records.Records;
import dev.muster.records.audit.AuditEntry;
import dev.muster.records.audit.AuditFilter;
import dev.muster.records.audit.AuditSeal;
import dev.muster.records.sql.IdMatch;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Who did what. */
@RestController
@Tag(name = "audit")
public final class AuditController {

  /**
   * An entry as callers see it.
   *
   * @param actor such as {@code user:ada}; {@code anonymous:10.0.0.7} proved nothing, and was
   *     refused
   * @param what such as {@code run.pause}
   * @param detail why, and what became of it
   */
  public record AuditJson(
      Instant at,
      String actor,
      String what,
      Optional<ClusterName> cluster,
      Optional<RunId> run,
      Optional<ActionId> action,
      Map<String, String> detail) {

    static AuditJson of(AuditEntry recorded) {
      return new AuditJson(
          recorded.entry().at(),
          recorded.entry().actor(),
          recorded.entry().what(),
          recorded.entry().cluster(),
          recorded.entry().run(),
          recorded.entry().action(),
          recorded.entry().detail());
    }
  }

  private static final int WHOLE = 36;

  private final Records records;

  public AuditController(Records records) {
    this.records = records;
  }

  @GetMapping("/v1/audit")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "List who asked for what, newest first")
  ListJson<AuditJson> list(
      @RequestParam Optional<ClusterName> cluster,
      @RequestParam Optional<String> run,
      @RequestParam Optional<String> action,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker,
      Sight sight) {
    AuditFilter filter =
        new AuditFilter(
            cluster,
            run.map(id -> new RunId(named(records.runs().match(id, sight), "run", id))),
            action.map(id -> new ActionId(named(records.actions().match(id, sight), "action", id))),
            sight);
    return ListJson.of(limit, marker, page -> records.audit().list(filter, page), AuditJson::of);
  }

  @GetMapping("/v1/audit/verification")
  @Needs(value = Permission.READ, where = Where.EVERYWHERE)
  @Operation(
      summary = "Whether the audit is as it was written",
      description =
          "Goes through the whole chain of seals. With a seal that was noted before: whether the"
              + " chain still goes through it.")
  SealCheckJson verify(@RequestParam Optional<String> seal) {
    return ProblemException.fitting(
        () -> SealCheckJson.of(records.seals().verify(seal.map(AuditSeal::read))));
  }

  @GetMapping("/v1/audit/export")
  @Needs(value = Permission.READ, where = Where.EVERYWHERE)
  @Operation(
      summary = "List the audit with the links of its chain, oldest first",
      description =
          "For who keeps it elsewhere. An entry is in it once it is sealed, a second after it was"
              + " written. The marker is a place of the chain: what comes after it is listed.")
  ListJson<SealedEntryJson> export(
      @RequestParam(defaultValue = "50") int limit, @RequestParam Optional<String> marker) {
    return ListJson.of(limit, marker, page -> records.seals().list(page), SealedEntryJson::of);
  }

  /** The audit outlives what it is about: a whole id needs nothing that still has it. */
  private static UUID named(IdMatch match, String what, String text) {
    return match instanceof IdMatch.None && text.length() == WHOLE
        ? UUID.fromString(text)
        : Identified.one(match, what, text);
  }
}
