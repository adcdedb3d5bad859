package dev.muster.domain.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.cluster.ClusterName;
import dev.muster.domain.identity.AccessDecision.Outcome;
import dev.muster.domain.identity.AccessDecision.Place;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AccessDecisionTest {

  private static final ClusterName PROD = new ClusterName("prod-kafka");
  private static final ClusterName DEV = new ClusterName("dev-kafka");

  private final Identity ci = of(Role.OPERATOR, "prod-*");

  @Test
  void whatOneMayNotReadIsHiddenAndWhatOneMayReadIsForbidden() {
    assertThat(judge(ci, Permission.OPERATE, PROD)).isEqualTo(new Outcome.Allowed());
    assertThat(judge(ci, Permission.READ, DEV)).isEqualTo(new Outcome.Hidden());
    assertThat(judge(ci, Permission.OPERATE, DEV)).isEqualTo(new Outcome.Hidden());
    assertThat(judge(ci, Permission.APPROVE, PROD))
        .isEqualTo(
            new Outcome.Forbidden(
                "it takes the permission approve on cluster prod-kafka (roles that have it:"
                    + " approver); ci is operator on prod-*"));
  }

  @Test
  void whatIsAboutNoClusterTakesEveryCluster() {
    Identity limited = of(Role.ADMIN, "prod-*");
    assertThat(AccessDecision.judge(limited, Permission.ADMINISTER, new Place.Everywhere()))
        .isEqualTo(
            new Outcome.Forbidden(
                "it takes the permission administer on every cluster (*) (roles that have it:"
                    + " admin); ci is admin on prod-*"));
    assertThat(
            AccessDecision.judge(
                of(Role.ADMIN, "**"), Permission.ADMINISTER, new Place.Everywhere()))
        .isEqualTo(new Outcome.Allowed());
    assertThat(AccessDecision.judge(limited, Permission.ADMINISTER, new Place.Somewhere()))
        .isEqualTo(new Outcome.Allowed());
  }

  @Test
  void whoHasNoRoleMayNothingAnywhere() {
    Identity nobody = new Identity("bob", Set.of(), List.of());
    assertThat(AccessDecision.judge(nobody, Permission.READ, new Place.Somewhere()))
        .isEqualTo(
            new Outcome.Forbidden(
                "it takes the permission read on some cluster (roles that have it: viewer,"
                    + " inspector, operator, approver, author, admin); bob has no role"));
    assertThat(nobody.sight().isAll()).isFalse();
    assertThat(nobody.sight().sees(PROD)).isFalse();
  }

  /** A role gives what the table of decision 32 says, and nothing else. */
  @ParameterizedTest
  @CsvSource({
    "VIEWER,READ",
    "INSPECTOR,READ LOGS",
    "OPERATOR,READ LOGS OPERATE",
    "APPROVER,READ LOGS APPROVE",
    "AUTHOR,READ LOGS AUTHOR",
    "ADMIN,READ LOGS ADMINISTER"
  })
  void aRoleGivesWhatItsNameSays(Role role, String permissions) {
    List<String> given = List.of(permissions.split(" "));
    for (Permission permission : Permission.values()) {
      assertThat(of(role, "*").may(permission, PROD)).isEqualTo(given.contains(permission.name()));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "*,prod-kafka,true",
    "prod-*,prod-kafka,true",
    "prod-*,prod-,true",
    "prod-*,prod,false",
    "*-kafka,prod-kafka,true",
    "*-kafka,prod-kafka-2,false",
    "prod-kafka,prod-kafka,true",
    "prod-kafka,prod-kafka2,false",
    "p*d-*a,prod-kafka,true",
    "*a*a*,kafka,true",
    "*b*,kafka,false",
    "a*,kafka,false"
  })
  void aPatternMatchesTheWholeName(String pattern, String cluster, boolean matches) {
    assertThat(cluster.matches(pattern.replace("*", ".*"))).isEqualTo(matches);
    if (!cluster.endsWith("-")) {
      assertThat(new ClusterPattern(pattern).matches(new ClusterName(cluster))).isEqualTo(matches);
    }
  }

  @Test
  void aPatternMatchesAsARegularExpressionWould() {
    Random random = new Random(10);
    for (int i = 0; i < 20_000; i++) {
      String pattern = text(random, "ab*", 1 + random.nextInt(6));
      String name = text(random, "ab", 1 + random.nextInt(8));
      assertThat(new ClusterPattern(pattern).matches(new ClusterName(name)))
          .as("%s %s", pattern, name)
          .isEqualTo(Pattern.matches(pattern.replace("*", ".*"), name));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "prod_%", "Prod-*", "prod.*", "'; drop"})
  void whatCouldMeanSomethingElseInSqlIsNoPattern(String text) {
    assertThatThrownBy(() -> new ClusterPattern(text)).hasMessageContaining("such as prod-*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "a\nb", "group:sre", "role:admin"})
  void aNameThatApprovalsWouldReadAsSomethingElseIsNone(String name) {
    assertThatThrownBy(() -> Identity.ofEverything(name)).hasMessageContaining("name: ");
  }

  private static Outcome judge(Identity identity, Permission permission, ClusterName cluster) {
    return AccessDecision.judge(identity, permission, new Place.On(cluster));
  }

  private static Identity of(Role role, String pattern) {
    return new Identity("ci", Set.of(), List.of(new Grant(role, new ClusterPattern(pattern))));
  }

  private static String text(Random random, String letters, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }
}
