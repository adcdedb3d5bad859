package dev.muster.api.members;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.problems.ProblemType;
import dev.muster.api.problems.Refuses;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.ListJson;
import dev.muster.api.requests.PostsDocument;
import dev.muster.api.requests.SentDocument;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.domain.action.Actor;
import dev.muster.domain.identity.Permission;
import dev.muster.domain.member.Profile;
import dev.muster.domain.member.ProfileReader;
import dev.muster.domain.member.ProfileReader.ProfileReading;
import dev.muster.records.Records;
import dev.muster.records.audit.NewAuditEntry;
import dev.muster.records.members.ProfileRemoval;
import dev.muster.records.members.ProfileStoring;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Stores and shows profiles, from which members of clusters are made. */
@RestController
@Tag(name = "members")
public final class ProfileController {

  private final Records records;
  private final Clock clock;

  public ProfileController(Records records, Clock clock) {
    this.records = records;
    this.clock = clock;
  }

  @PostsDocument("/v1/profiles")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @Operation(
      summary = "Store a profile",
      description =
          "Other content makes a new version, the same content answers 200 with the version that"
              + " has it. Members that were made from an older version stay as they are until"
              + " cluster.update.")
  @Refuses(ProblemType.BAD_PROFILE)
  public Creation<ProfileJson> create(@RequestBody byte[] document, Caller caller) {
    Profile profile = read(document);
    ProfileStoring storing =
        records.transaction(() -> {
          ProfileStoring stored = records.profiles().store(profile, clock.instant(), caller.name());
          if (stored instanceof ProfileStoring.Stored) {
            keep("profile.store", profile.name(), caller);
          }
          return stored;
        });
    return switch (storing) {
      case ProfileStoring.Stored stored ->
          Creation.made(
              URI.create("/v1/profiles/" + profile.name()), ProfileJson.of(stored.profile()));
      case ProfileStoring.Existing existing -> Creation.known(ProfileJson.of(existing.profile()));
    };
  }

  @GetMapping("/v1/profiles")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "List profiles by name, the newest version of each")
  public ListJson<ProfileJson> list(
      @RequestParam(defaultValue = "50") int limit, @RequestParam Optional<String> marker) {
    return ListJson.of(limit, marker, records.profiles()::list, ProfileJson::of);
  }

  @GetMapping("/v1/profiles/{name}")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "Show a profile", description = "Its newest version.")
  public ProfileJson show(@PathVariable String name) {
    return records.profiles().find(name).map(ProfileJson::of).orElseThrow(() -> noSuch(name));
  }

  @DeleteMapping("/v1/profiles/{name}")
  @Needs(value = Permission.AUTHOR, where = Where.EVERYWHERE)
  @Operation(
      summary = "Remove a profile",
      description =
          "With all its versions. Refused while a cluster makes members from it, or has some that"
              + " were made from it.")
  @Refuses(ProblemType.CONFLICT)
  @ResponseStatus(HttpStatus.NO_CONTENT)
  public void remove(@PathVariable String name, Caller caller) {
    ProfileRemoval removal =
        records.transaction(() -> {
          ProfileRemoval done = records.profiles().remove(name);
          if (done instanceof ProfileRemoval.Removed) {
            keep("profile.remove", name, caller);
          }
          return done;
        });
    switch (removal) {
      case ProfileRemoval.Removed removed -> {}
      case ProfileRemoval.NotFound none -> throw noSuch(name);
      case ProfileRemoval.Refused use ->
          throw ProblemException.conflict(
              "profile %s is in use: %d clusters make members from it, and %d members were made from it; give them another profile with cluster.update, or delete them"
                  .formatted(name, use.clusters(), use.members()));
    }
  }

  private static Profile read(byte[] document) {
    ProfileReading reading = ProfileReader.read(SentDocument.text(document));
    return reading
        .profile()
        .orElseThrow(() -> SentDocument.refused(ProblemType.BAD_PROFILE, reading.findings()));
  }

  private void keep(String what, String name, Caller caller) {
    records
        .audit()
        .insert(
            new NewAuditEntry(
                clock.instant(),
                Actor.user(caller.name()).toString(),
                what,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Map.of("profile", name)));
  }

  private static ProblemException noSuch(String name) {
    return ProblemException.notFound(
        "there is no profile %s; GET /v1/profiles lists them".formatted(name));
  }
}
