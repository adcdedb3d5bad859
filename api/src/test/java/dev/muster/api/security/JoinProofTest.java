package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.Role;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A join token where everybody is asked who they are. */
final class JoinProofTest {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final RunningApi api = RunningApi.with("--muster.http.authentication=required");
  private final String admin = Given.token(api.records(), "ada", Role.ADMIN, "*");

  @AfterEach
  void close() {
    api.close();
  }

  @Test
  void itOpensItsOneEndpointAlone() {
    Http http = api.http().with(admin);
    http.post("/v1/clusters", "{\"name\":\"joined\"}");
    String joinToken =
        http.post("/v1/clusters/joined/agent-tokens", "{}").json().path("token").asString();
    assertThat(api.http().with(joinToken).get("/v1/clusters").status()).isEqualTo(401);
    assertThat(join(admin).status()).as("an identity's token is none").isEqualTo(401);
    assertThat(join(joinToken).status()).isEqualTo(201);
  }

  @Test
  void whoTriesManyIsSlowedDown() {
    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      answers.add(join(AccessToken.random(RANDOM::nextBytes).reveal()).status());
    }
    assertThat(answers).startsWith(401).endsWith(429);
  }

  private Http.Answer join(String joinToken) {
    Http http = api.http();
    return http.send(
        http.request("/v1/agents")
            .header("Content-Type", "application/json")
            .header("Muster-Join-Token", joinToken)
            .method(
                "POST",
                Http.text(
                    "{\"node\":\"n1\",\"address\":\"https://10.0.0.1:1\",\"token\":\"%s\"}"
                        .formatted(AccessToken.random(RANDOM::nextBytes).reveal()))));
  }
}
