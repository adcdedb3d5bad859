package dev.muster.api.playbooks;

import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.requests.PostsDocument;
import dev.muster.api.requests.SentDocument;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.playbook.DocumentReading;
import dev.muster.domain.playbook.Finding;
import dev.muster.domain.playbook.Playbook;
import dev.muster.domain.playbook.PlaybookReader;
import dev.muster.records.Records;
import dev.muster.records.playbooks.PlaybookStoring;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Checks, stores and shows playbooks, all versions of them. */
@RestController
@Tag(name = "playbooks")
public final class PlaybookController {

  /** What is wrong with a document; nothing if it may be stored. */
  public record FindingsJson(List<Finding> findings) {}

  private final Records records;
  private final PlaybookStore store;

  public PlaybookController(Records records, PlaybookStore store) {
    this.records = records;
    this.store = store;
  }

  @PostsDocument("/v1/playbooks")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @Operation(
      summary = "Store a playbook",
      description =
          "YAML or JSON; the schema is at /v1/schemas/playbook.json. Other content makes a new"
              + " version, the same content answers 200 with the version that has it.")
  @Refuses(ProblemType.BAD_PLAYBOOK)
  Creation<PlaybookJson> create(@RequestBody byte[] document, Caller caller) {
    String text = SentDocument.text(document);
    return switch (PlaybookReader.read(text)) {
      case DocumentReading.Invalid(List<Finding> findings) ->
          throw SentDocument.refused(ProblemType.BAD_PLAYBOOK, findings);
      case DocumentReading.Valid(Playbook playbook) ->
          stored(store.store(playbook, text, caller.name()));
    };
  }

  @PostsDocument("/v1/playbooks/check")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "Check a playbook without storing it")
  FindingsJson check(@RequestBody byte[] document) {
    return switch (PlaybookReader.read(SentDocument.text(document))) {
      case DocumentReading.Invalid(List<Finding> findings) -> new FindingsJson(findings);
      case DocumentReading.Valid valid -> new FindingsJson(List.of());
    };
  }

  @GetMapping("/v1/playbooks")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "List playbooks by name, the newest version of each")
  ListJson<PlaybookJson> list(
      @RequestParam(defaultValue = "50") int limit, @RequestParam Optional<String> marker) {
    store.storeShipped();
    return ListJson.of(limit, marker, records.playbooks()::list, PlaybookJson::of);
  }

  @GetMapping("/v1/playbooks/{name}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "Show a playbook", description = "The newest version, unless one is named.")
  PlaybookJson show(@PathVariable String name, @RequestParam Optional<Integer> version) {
    return PlaybookJson.of(store.require(name, version));
  }

  @GetMapping("/v1/playbooks/{name}/versions")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "List the versions of a playbook, newest first")
  ListJson<PlaybookJson> versions(
      @PathVariable String name,
      @RequestParam(defaultValue = "50") int limit,
      @RequestParam Optional<String> marker) {
    store.require(name, Optional.empty());
    return ListJson.of(
        limit, marker, page -> records.playbooks().versions(name, page), PlaybookJson::of);
  }

  @GetMapping(value = "/v1/schemas/playbook.json", produces = MediaType.APPLICATION_JSON_VALUE)
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(
      summary = "The JSON Schema of playbooks",
      description = "For editors: # yaml-language-server: $schema=<this address>")
  byte[] schema() {
    return PlaybookReader.schema().getBytes(StandardCharsets.UTF_8);
  }

  private static Creation<PlaybookJson> stored(PlaybookStoring storing) {
    return switch (storing) {
      case PlaybookStoring.Stored made ->
          Creation.made(
              URI.create("/v1/playbooks/" + made.playbook().version().name()),
              PlaybookJson.of(made.playbook()));
      case PlaybookStoring.Existing existing ->
          Creation.known(PlaybookJson.of(existing.playbook()));
    };
  }
}
