package dev.muster.api.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Profiles, members and sizes as callers see them. */
final class MembersApiTest {

  private final RunningApi api = RunningApi.shared();
  private final Http http = api.http();

  @Test
  void aProfileThatChangedIsANewVersionAndTheSameOneIsNot() {
    Http.Answer made = store("web", "spec: {disk: 1}");
    assertThat(made.status()).as(made.text()).isEqualTo(201);
    assertThat(made.json().path("version").asInt()).isEqualTo(1);
    assertThat(store("web", "spec: {disk: 1}").status()).isEqualTo(200);
    Http.Answer changed = store("web", "spec: {disk: 2}");
    assertThat(changed.status()).isEqualTo(201);
    assertThat(changed.json().path("version").asInt()).isEqualTo(2);
    JsonNode shown = http.get("/v1/profiles/web").json();
    assertThat(shown.path("spec").path("disk").asInt()).isEqualTo(2);
    assertThat(shown.path("createdBy").asString()).isEqualTo("ada");
    assertThat(http.get("/v1/profiles").json().path("items").findValuesAsString("name"))
        .contains("web");
    assertThat(http.delete("/v1/profiles/web").status()).isEqualTo(204);
    assertThat(http.get("/v1/profiles/web").problem()).isEqualTo("not-found");
    assertThat(http.delete("/v1/profiles/web").problem()).isEqualTo("not-found");
  }

  @Test
  void whatIsNoProfileIsRefusedWithThePlace() {
    assertThat(store("Web", "").detail()).startsWith("/name: profile: 'Web'");
    assertThat(store("web2", "speck: {}").problem()).isEqualTo("bad-profile");
    assertThat(store("web2", "speck: {}").detail()).startsWith("/speck: unknown field");
    assertThat(store("web2", "timeouts: {create: PT0S}").detail())
        .startsWith("/timeouts/create: PT0S (expected: ");
    assertThat(post("apiVersion: muster/v1\nkind: Playbook\n").detail())
        .startsWith("/kind: \"Playbook\" (expected: Profile)");
    assertThat(post("- 1").problem()).isEqualTo("bad-profile");
    assertThat(
            post("apiVersion: muster/v1\nkind: Profile\nname: web2\nproviders: {labels: {}}\n")
                .detail())
        .startsWith("/providers/labels: empty");
    assertThat(http.get("/v1/profiles/web2").problem()).isEqualTo("not-found");
  }

  @Test
  void membersAndSizesAreShownAndWhatIsInUseStays() {
    String cluster = api.cluster(1);
    store("used", "");
    api.database()
        .sql(
            """
            update clusters set min_size = 1, desired_size = 2, next_index = 2, profile = 'used',
              profile_version = 1 where name = '%s';
            insert into members (cluster, node, index, provider, state, reason, profile,
              profile_version, profile_since, physical, address, created_at)
            values ('%s', 'node-1', 1, 'p1', 'ERROR', 'no quota', 'used', 1, now(), '{"id": 7}',
              'http://10.0.0.1:80', now())
            """
                .formatted(cluster, cluster));

    JsonNode member = http.get("/v1/clusters/%s/members/node-1".formatted(cluster)).json();
    assertThat(member.path("state").asString()).isEqualTo("ERROR");
    assertThat(member.path("reason").asString()).isEqualTo("no quota");
    assertThat(member.path("physical").path("id").asInt()).isEqualTo(7);
    assertThat(http.get("/v1/clusters/%s/members".formatted(cluster)).json().path("items"))
        .containsExactly(member);
    JsonNode sizes = http.get("/v1/clusters/%s/sizes".formatted(cluster)).json();
    assertThat(sizes.path("members").asInt()).isEqualTo(1);
    assertThat(sizes.path("active").asInt()).isZero();
    assertThat(sizes.path("condition").asString()).isEqualTo("ERROR");
    assertThat(sizes.has("maxSize")).isFalse();

    Http.Answer refused = http.delete("/v1/profiles/used");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.detail()).contains("1 members were made from it");
    assertThat(http.delete("/v1/clusters/%s/nodes/node-1".formatted(cluster)).detail())
        .contains("node-1 is a member of cluster");
    assertThat(http.delete("/v1/clusters/" + cluster).detail())
        .isEqualTo(
            "cluster %s has 1 members that providers made; the action cluster.delete removes them"
                .formatted(cluster));
    assertThat(http.get("/v1/clusters/%s/members/none".formatted(cluster)).problem())
        .isEqualTo("not-found");
    assertThat(http.get("/v1/clusters/none/members").problem()).isEqualTo("not-found");
    assertThat(http.get("/v1/clusters/none/sizes").problem()).isEqualTo("not-found");
  }

  @Test
  void anActionOnMembersIsRefusedByItsArguments() {
    String actions = "/v1/clusters/%s/actions".formatted(api.cluster(1));
    assertThat(
            http.post(actions, "{\"kind\":\"cluster.scale-out\",\"args\":{\"count\":0}}").detail())
        .contains("/args/count: 0 (expected: 1 to 10000)");
    assertThat(http.post(actions, "{\"kind\":\"node.delete\"}").detail()).contains("/args/node");
    assertThat(
            http.post(
                    actions,
                    "{\"kind\":\"cluster.resize\",\"args\":{\"adjustmentType\":\"EXACT_CAPACITY\"}}")
                .detail())
        .contains("/args/number: missing");
  }

  private Http.Answer store(String name, String more) {
    return post(
        "apiVersion: muster/v1\nkind: Profile\nname: %s\nproviders: {labels: {provider: \"yes\"}}\n%s\n"
            .formatted(name, more));
  }

  private Http.Answer post(String document) {
    return http.send(
        http.request("/v1/profiles")
            .header("Content-Type", "application/yaml")
            .header("Muster-User", "ada")
            .POST(Http.text(document)));
  }
}
