package dev.muster.api.tokens;

import dev.muster.api.problems.ProblemException;
import dev.muster.api.requests.Caller;
import dev.muster.api.requests.Creation;
import dev.muster.api.requests.Identified;
import dev.muster.api.requests.ListJson;
import dev.muster.api.security.KnownTokens;
import dev.muster.api.security.Needs;
import dev.muster.api.security.Needs.Where;
import dev.muster.api.security.NewTokens;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Permission;
import dev.muster.records.Records;
import dev.muster.records.tokens.NewToken;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** What people and programs prove with who they are. */
@RestController
@Tag(name = "tokens")
public final class TokenController {

  private static final Duration LONGEST = Duration.ofDays(3_660);

  private final Records records;
  private final NewTokens newTokens;
  private final KnownTokens known;
  private final Clock clock;

  public TokenController(Records records, NewTokens newTokens, KnownTokens known, Clock clock) {
    this.records = records;
    this.newTokens = newTokens;
    this.known = known;
    this.clock = clock;
  }

  @PostMapping("/v1/tokens")
  @Needs(value = Permission.ADMINISTER, where = Where.EVERYWHERE)
  @Operation(
      summary = "Make a token",
      description = "The answer is the only one that has it: what is kept is its hash.")
  Creation<TokenJson> create(@RequestBody NewTokenRequest request, Caller caller) {
    Instant now = clock.instant();
    NewTokens.Made made = newTokens.make(wanted(request, caller, now));
    return Creation.made(
        URI.create("/v1/tokens/" + made.token().id()),
        TokenJson.made(made.token(), now, made.secret().reveal()));
  }

  @GetMapping("/v1/tokens")
  @Needs(value = Permission.ADMINISTER, where = Where.EVERYWHERE)
  @Operation(summary = "List tokens, newest first", description = "Revoked and expired ones too.")
  ListJson<TokenJson> list(
      @RequestParam(defaultValue = "50") int limit, @RequestParam Optional<String> marker) {
    Instant now = clock.instant();
    return ListJson.of(limit, marker, records.tokens()::list, token -> TokenJson.of(token, now));
  }

  @DeleteMapping("/v1/tokens/{id}")
  @Needs(value = Permission.ADMINISTER, where = Where.EVERYWHERE)
  @Operation(
      summary = "Revoke a token",
      description =
          "For good, and at once; within a second where the API runs in several processes.")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  void revoke(@PathVariable String id, Caller caller) {
    UUID token = Identified.one(records.tokens().match(id), "token", id);
    newTokens.revoke(token, caller.name());
    known.forget(token);
  }

  @GetMapping("/v1/identity")
  @Needs(value = Permission.READ, where = Where.SOMEWHERE)
  @Operation(summary = "Who asks, and what they may")
  IdentityJson identity(Identity identity, Caller caller) {
    return IdentityJson.of(caller.name(), identity);
  }

  private static NewToken wanted(NewTokenRequest request, Caller caller, Instant now) {
    request
        .expires()
        .filter(time -> !time.isPositive() || time.compareTo(LONGEST) > 0)
        .ifPresent(time -> {
          throw ProblemException.badRequest(
              "expires: %s (expected: more than nothing, at most P%dD)"
                  .formatted(time, LONGEST.toDays()));
        });
    if (request.roles().isEmpty()) {
      throw ProblemException.badRequest("roles: none (expected: at least one)");
    }
    List<ClusterPattern> clusters = request.clusters().orElse(List.of(ClusterPattern.ALL));
    Set<String> groups = Set.copyOf(request.groups().orElse(List.of()));
    try {
      Identity identity =
          new Identity(request.name(), groups, Identity.grants(request.roles(), clusters));
      return new NewToken(
          UUID.randomUUID(),
          identity.name(),
          EnumSet.copyOf(request.roles()),
          clusters,
          groups,
          now,
          caller.name(),
          request.expires().map(now::plus));
    } catch (IllegalArgumentException unfit) {
      throw ProblemException.badRequest(String.valueOf(unfit.getMessage()));
    }
  }
}
