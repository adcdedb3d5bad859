package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.connections.settings.SettingProblem;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Grant;
import dev.muster.domain.identity.GroupRole;
import dev.muster.domain.identity.Role;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/** Settings of a provider, as somebody writes them. */
final class OidcPropertiesTest {

  private static final Map<String, String> GOOD =
      Map.of("muster.oidc.issuer", "https://id.example.com", "muster.oidc.audience", "muster,m2");

  @Test
  void withoutAnIssuerNobodyIsBelieved() {
    assertThat(read(Map.of()).issuer()).isEmpty();
    assertThat(read(Map.of("muster.oidc.issuer", "")).issuer()).isEmpty();
  }

  @Test
  void rolesOfGroupsAreReadAsTheyAreWritten() {
    OidcProperties read =
        read(
            with(
                "muster.oidc.roles[0].group", "sre",
                "muster.oidc.roles[0].roles", "operator, approver",
                "muster.oidc.roles[0].clusters", "prod-*,dev"));
    assertThat(read.audience()).containsExactly("muster", "m2");
    assertThat(read.scopes()).containsExactly("openid", "offline_access");
    assertThat(read.nameClaim()).isEqualTo("sub");
    assertThat(read.groupRoles())
        .containsExactly(
            new GroupRole("sre", new Grant(Role.OPERATOR, new ClusterPattern("prod-*"))),
            new GroupRole("sre", new Grant(Role.OPERATOR, new ClusterPattern("dev"))),
            new GroupRole("sre", new Grant(Role.APPROVER, new ClusterPattern("prod-*"))),
            new GroupRole("sre", new Grant(Role.APPROVER, new ClusterPattern("dev"))));
  }

  @Test
  void whatWouldLetInTooManyIsRefused() {
    wrong(Map.of("muster.oidc.issuer", "https://id.example.com"), "muster.oidc.audience: missing");
    wrong(Map.of("muster.oidc.audience", "muster"), "muster.oidc.issuer: missing");
    wrong(with("muster.oidc.issuer", "http://id.example.com"), "expected: an address with https");
    wrong(with("muster.oidc.issuer", "id.example.com"), "expected: an address with https");
    wrong(
        with("muster.oidc.roles[0].group", "sre", "muster.oidc.roles[0].roles", "operator"),
        "group 'sre' has no clusters");
    wrong(
        with("muster.oidc.roles[0].group", "sre", "muster.oidc.roles[0].clusters", "*"),
        "group 'sre' has no roles");
    wrong(
        with(
            "muster.oidc.roles[0].group", "sre",
            "muster.oidc.roles[0].roles", "operator",
            "muster.oidc.roles[0].clusters", "prod_%"),
        "group 'sre': cluster: 'prod_%'");
  }

  private static Map<String, String> with(String... more) {
    Map<String, String> all = new java.util.HashMap<>(GOOD);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private static void wrong(Map<String, String> settings, String why) {
    assertThatThrownBy(() -> read(settings))
        .extracting(SettingProblem::in)
        .asString()
        .contains(why);
  }

  private static OidcProperties read(Map<String, String> settings) {
    return new Binder(new MapConfigurationPropertySource(settings))
        .bindOrCreate("muster.oidc", OidcProperties.class);
  }
}
