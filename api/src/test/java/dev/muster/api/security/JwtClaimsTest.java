package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.GroupRole;
import dev.muster.domain.identity.Identity;
import dev.muster.domain.identity.Role;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Whom claims name. */
final class JwtClaimsTest {

  private static final List<GroupRole> BOUND =
      List.of(
          new GroupRole("sre", new Grant(Role.OPERATOR, new ClusterPattern("prod-*"))),
          new GroupRole("sre", new Grant(Role.APPROVER, new ClusterPattern("*"))),
          new GroupRole("web", new Grant(Role.OPERATOR, new ClusterPattern("prod-*"))));

  @Test
  void groupsAreAListOrOneAndMayBeWithinAClaimOrUnderAnAddress() {
    assertThat(groups("groups", Map.of("groups", List.of("a", "b")))).containsOnly("a", "b");
    assertThat(groups("groups", Map.of("groups", "a"))).containsOnly("a");
    assertThat(groups("groups", Map.of())).isEmpty();
    assertThat(groups("realm_access.roles", Map.of("realm_access", Map.of("roles", List.of("a")))))
        .containsOnly("a");
    assertThat(groups("https://x.example/groups", Map.of("https://x.example/groups", List.of("a"))))
        .containsOnly("a");
    assertThat(groups("realm_access.roles", Map.of("realm_access", "a"))).isEmpty();
  }

  @Test
  void groupsThatCannotBeNamedInAnApprovalAreLeftOut() {
    assertThat(
            groups(
                "groups",
                Map.of(
                    "groups",
                    List.of("a", "", 7, "role:admin", "group:x", "a\nb", "x".repeat(200)))))
        .containsOnly("a");
  }

  @Test
  void aGroupGivesItsRolesAndTwoGiveOneRoleOnce() {
    Identity ada = identity("sub", Map.of("sub", "ada", "groups", List.of("web", "sre", "SRE")));
    assertThat(ada.grants())
        .containsExactly(
            new Grant(Role.OPERATOR, new ClusterPattern("prod-*")),
            new Grant(Role.APPROVER, new ClusterPattern("*")));
    assertThat(identity("sub", Map.of("sub", "eve", "groups", List.of("SRE"))).grants()).isEmpty();
  }

  @Test
  void aNameThatNobodyVouchesForIsNone() {
    assertThat(identity("email", Map.of("email", "a@x", "email_verified", true)).name())
        .isEqualTo("a@x");
    assertThatThrownBy(() -> identity("email", Map.of("email", "a@x", "email_verified", false)))
        .hasMessageContaining("not verified");
    assertThatThrownBy(() -> identity("sub", Map.of("name", "ada")))
        .hasMessageContaining("no claim sub");
    assertThatThrownBy(() -> identity("sub", Map.of("sub", List.of("ada"))))
        .hasMessageContaining("no claim sub");
    assertThatThrownBy(() -> identity("sub", Map.of("sub", "role:admin")))
        .hasMessageContaining("expected: not beginning with");
  }

  private static Identity identity(String name, Map<String, Object> claims) {
    return new JwtClaims(name, "groups", BOUND).identity(claims);
  }

  private static java.util.Set<String> groups(String claim, Map<String, Object> claims) {
    Map<String, Object> all = new java.util.HashMap<>(claims);
    all.put("sub", "ada");
    return new JwtClaims("sub", claim, BOUND).identity(all).groups();
  }
}
