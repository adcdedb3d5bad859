package dev.muster.senlin.policies;

import dev.muster.api.members.ProfileController;
import dev.muster.api.members.ProfileJson;
import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.identity.Sight;
import dev.muster.domain.member.ProfileReader;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.sql.Page;
import dev.muster.senlin.http.NotOffered;
import dev.muster.senlin.http.SenlinPages;
import dev.muster.senlin.http.SenlinQuery;
import dev.muster.senlin.http.SentFields;
import dev.muster.senlin.http.SinceVersion;
import dev.muster.senlin.names.ProfileIds;
import dev.muster.senlin.names.SenlinLookup;
import dev.muster.senlin.words.SenlinObject;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.servlet.http.HttpServletRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Senlin's profiles. There is one type, {@code muster.member}, whose properties are the fields of
 * Muster's profiles.
 */
@Hidden
@RestController
public final class SenlinProfiles {

  static final String TYPE = "muster.member";
  static final String VERSION = "1.0";

  private static final int MOST = 10_000;
  private static final SenlinQuery.Terms TERMS =
      new SenlinQuery.Terms(
          Set.of("name", "type"),
          Set.of("name", "type", "created_at", "updated_at"),
          SenlinQuery.Markers.UUIDS);
  private static final String KNOWN =
      "The profile_type '%s' could not be found; members are made by kinds of Muster (expected: "
          + TYPE
          + ", see docs/senlin.md)";

  private final ProfileController profiles;

  public SenlinProfiles(ProfileController profiles) {
    this.profiles = profiles;
  }

  @GetMapping("/senlin/v1/profiles")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode list(HttpServletRequest request, Sight sight) {
    SenlinQuery query = SenlinQuery.of(request, TERMS, sight);
    List<ObjectNode> all =
        SenlinLookup.whole(
                page -> {
                  ListJson<ProfileJson> part = profiles.list(page.limit(), page.marker());
                  return new Page<>(part.items(), part.next());
                })
            .stream()
            .map(SenlinProfiles::shown)
            .toList();
    return SenlinPages.named("profiles", SenlinPages.of(all, query, MOST));
  }

  @PostMapping("/senlin/v1/profiles")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @ResponseStatus(HttpStatus.CREATED)
  ObjectNode create(@RequestBody JsonNode body, Caller caller) {
    SentFields fields = SentFields.under("profile", body);
    String name = fields.needText("name");
    byte[] document = document(name, fields);
    requireNoMetadata(fields);
    fields.done();
    return SenlinObject.named(
        "profile", shown(Objects.requireNonNull(profiles.create(document, caller).getBody())));
  }

  @PostMapping("/senlin/v1/profiles/validate")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @SinceVersion(2)
  ObjectNode validate(@RequestBody JsonNode body) {
    SentFields fields = SentFields.under("profile", body);
    fields.any("name");
    byte[] document = document("validated", fields);
    fields.ignoring("metadata").done();
    ProfileReader.read(new String(document, StandardCharsets.UTF_8)).findings().stream()
        .findFirst()
        .ifPresent(finding -> {
          throw new ProblemException(
              ProblemType.BAD_PROFILE,
              "The spec is invalid: %s: %s".formatted(finding.path(), finding.message()));
        });
    return SenlinObject.named(
        "profile",
        SenlinObject.of()
            .with("id", Optional.empty())
            .with("name", "validated_profile")
            .with("type", TYPE + "-" + VERSION)
            .with("spec", fields.need("spec"))
            .with("metadata", SenlinObject.nothing())
            .owned("")
            .done());
  }

  /** As Muster keeps it: the properties are its fields. */
  private static byte[] document(String name, SentFields fields) {
    SentFields spec =
        fields
            .object("spec")
            .orElseThrow(() ->
                ProblemException.badRequest(
                    "profile.spec: missing (expected: type, version and properties)"));
    String type = spec.needText("type");
    if (!type.equals(TYPE)) {
      throw ProblemException.notFound(KNOWN.formatted(type));
    }
    spec.any("version");
    ObjectNode document = WireFormat.JSON.createObjectNode();
    SentFields properties = spec.object("properties").orElseGet(SentFields::none);
    properties.names().forEach(field -> document.set(field, properties.need(field)));
    spec.done();
    document.put("apiVersion", "muster/v1").put("kind", "Profile").put("name", name);
    return WireFormat.JSON.writeValueAsString(document).getBytes(StandardCharsets.UTF_8);
  }

  @GetMapping("/senlin/v1/profiles/{profile}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  ObjectNode show(@PathVariable String profile) {
    return SenlinObject.named("profile", shown(profiles.show(profile)));
  }

  @PatchMapping("/senlin/v1/profiles/{profile}")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  ObjectNode update(@PathVariable String profile, @RequestBody JsonNode body) {
    SentFields fields = SentFields.under("profile", body);
    requireNoMetadata(fields);
    if (fields.text("name").filter(name -> !name.equals(profile)).isPresent()) {
      throw new NotOffered(
          "a profile keeps its name, by which clusters ask for its newest version; store it under"
              + " another one");
    }
    fields.done();
    return show(profile);
  }

  @DeleteMapping("/senlin/v1/profiles/{profile}")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void delete(@PathVariable String profile, Caller caller) {
    profiles.remove(profile, caller);
  }

  private static void requireNoMetadata(SentFields fields) {
    if (fields.object("metadata").filter(some -> !some.names().isEmpty()).isPresent()) {
      throw new NotOffered("profiles have no metadata here");
    }
  }

  private static ObjectNode shown(ProfileJson profile) {
    SenlinObject properties = SenlinObject.of().withTree("providers", profile.providers());
    profile.kinds().ifPresent(kinds -> properties.withTree("kinds", kinds));
    profile.timeouts().ifPresent(times -> properties.withTree("timeouts", times));
    profile.spec().ifPresent(spec -> properties.withTree("spec", spec));
    return SenlinObject.of()
        .with("id", ProfileIds.of(profile.name()).toString())
        .with("name", profile.name())
        .with("type", TYPE + "-" + VERSION)
        .with(
            "spec",
            SenlinObject.of()
                .with("type", TYPE)
                .with("version", VERSION)
                .with("properties", properties.done())
                .done())
        .with("metadata", SenlinObject.nothing())
        .with("created_at", Optional.of(profile.createdAt()))
        .with("updated_at", Optional.empty())
        .owned(profile.createdBy())
        .done();
  }
}
