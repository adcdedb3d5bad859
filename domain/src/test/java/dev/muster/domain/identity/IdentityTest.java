package dev.muster.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.muster.domain.cluster.ClusterName;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows from the grants of an identity; what each request takes is AccessDecisionTest's. */
final class IdentityTest {

  private static final ClusterName PROD = new ClusterName("prod-kafka");
  private static final ClusterName DEV = new ClusterName("dev-kafka");
  private static final ClusterPattern PRODS = new ClusterPattern("prod-*");
  private static final ClusterPattern DEVS = new ClusterPattern("dev-*");

  @Test
  void itsRolesAreThoseOfTheClusterThatIsAskedAbout() {
    Identity ada =
        new Identity(
            "ada",
            Set.of(),
            List.of(
                new Grant(Role.OPERATOR, PRODS),
                new Grant(Role.APPROVER, ClusterPattern.ALL),
                new Grant(Role.AUTHOR, DEVS)));

    assertThat(ada.rolesOn(PROD)).containsExactlyInAnyOrder(Role.OPERATOR, Role.APPROVER);
    assertThat(ada.rolesOn(DEV)).containsExactlyInAnyOrder(Role.APPROVER, Role.AUTHOR);
  }

  @Test
  void whoMayReadEveryClusterSeesWhatBelongsToNone() {
    Identity everywhere =
        new Identity("ada", Set.of(), List.of(new Grant(Role.VIEWER, ClusterPattern.ALL)));
    Identity here = new Identity("ada", Set.of(), List.of(new Grant(Role.VIEWER, PRODS)));
    Identity nowhere = new Identity("ada", Set.of(), List.of());

    assertThat(everywhere.sight().isAll()).isTrue();
    assertThat(here.sight().isAll()).isFalse();
    assertThat(here.sight().sees(PROD)).isTrue();
    assertThat(here.sight().sees(DEV)).isFalse();
    assertThat(nowhere.sight().isAll()).isFalse();
    assertThat(nowhere.sight().sees(PROD)).isFalse();
  }

  @Test
  void aPatternThatTwoRolesHaveIsLookedAtOnce() {
    Identity ada =
        new Identity(
            "ada",
            Set.of(),
            Identity.grants(List.of(Role.OPERATOR, Role.APPROVER), List.of(PRODS, DEVS)));

    assertThat(ada.sight().patterns()).containsExactly(PRODS, DEVS);
  }

  @Test
  void oneThatMayDoEverythingHasEachRoleOnEachCluster() {
    Identity root = Identity.ofEverything("root");

    assertThat(root.rolesOn(DEV)).containsExactlyInAnyOrder(Role.values());
    for (Permission permission : Permission.values()) {
      assertThat(root.mayEverywhere(permission)).as(permission.toString()).isTrue();
    }
  }

  @Test
  void rolesAndPatternsAreEachGrantedWithEach() {
    assertThat(Identity.grants(List.of(Role.VIEWER, Role.ADMIN), List.of(PRODS, DEVS)))
        .containsExactlyInAnyOrder(
            new Grant(Role.VIEWER, PRODS),
            new Grant(Role.VIEWER, DEVS),
            new Grant(Role.ADMIN, PRODS),
            new Grant(Role.ADMIN, DEVS));
  }

  @Test
  void itMaySomewhereOnlyWhatOneOfItsRolesMay() {
    Identity operator = new Identity("ada", Set.of(), List.of(new Grant(Role.OPERATOR, PRODS)));

    assertThat(operator.maySomewhere(Permission.OPERATE)).isTrue();
    assertThat(operator.maySomewhere(Permission.APPROVE)).isFalse();
  }

  @Test
  void aGroupGivesItsRolesToWhoIsInIt() {
    Grant operates = new Grant(Role.OPERATOR, PRODS);
    Grant approves = new Grant(Role.APPROVER, PRODS);
    List<GroupRole> bound =
        List.of(
            new GroupRole("sre", operates),
            new GroupRole("leads", approves),
            new GroupRole("night", operates));

    assertThat(GroupRole.grants(bound, Set.of("sre", "night"))).containsExactly(operates);
    assertThat(GroupRole.grants(bound, Set.of("others"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void aRoleIsFoundByItsWordAlone(Role role) {
    assertThat(Role.named(role.word())).contains(role);
    assertThat(Role.require(role.word())).isEqualTo(role);
    assertThat(Role.named(role.name())).isEmpty();
  }

  @Test
  void aRoleThatThereIsNotIsRefusedWithThoseThatThereAre() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Role.require("owner"))
        .withMessageContaining("'owner'")
        .withMessageContaining("viewer, ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "a\nb", "group:sre", "role:admin"})
  void aNameThatShowsSomethingElseIsRefused(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Identity(name, Set.of(), List.of()))
        .withMessageStartingWith("name: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Identity("ada", Set.of(name), List.of()))
        .withMessageStartingWith("group: ");
  }

  @Test
  void aNameIsAsLongAsCanBeShown() {
    String longest = "a".repeat(Identity.LONGEST_NAME);

    assertThatNoException().isThrownBy(() -> new Identity(longest, Set.of(), List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Identity(longest + "a", Set.of(), List.of()));
  }

  @Test
  void sqlIsAskedWithItsOwnSignForAnything() {
    assertThat(new ClusterPattern("prod-*-eu*").like()).isEqualTo("prod-%-eu%");
  }
}
