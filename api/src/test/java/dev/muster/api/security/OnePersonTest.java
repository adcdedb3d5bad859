package dev.muster.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Given;
import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.Issuer;
import dev.muster.api.fixture.RunningApi;
import dev.muster.domain.identity.Role;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Who has one name is one person, whatever proves it: answers to approvals are counted by names.
 */
final class OnePersonTest {

  @Test
  void aTokenOfMusterAndOneOfTheProviderAnswerAsOnePerson() {
    try (Issuer issuer = Issuer.start();
        RunningApi api =
            RunningApi.with(
                "--muster.http.authentication=required",
                "--muster.oidc.issuer=" + issuer.address(),
                "--muster.oidc.audience=muster",
                "--muster.oidc.roles[0].group=sre",
                "--muster.oidc.roles[0].roles=approver",
                "--muster.oidc.roles[0].clusters=prod-*")) {
      Http root = api.http().with(Given.token(api.records(), "root", Role.ADMIN, "*"));
      Http otto = api.http().with(Given.token(api.records(), "otto", Role.OPERATOR, "*"));
      root.post("/v1/clusters", "{\"name\":\"prod-1\"}");
      root.post("/v1/clusters/prod-1/nodes", "{\"id\":\"n1\",\"agent\":\"http://127.0.0.1:9001\"}");
      List<String> proofs =
          List.of(
              issuer.token("ada", claims -> claims.claim("groups", List.of("sre"))),
              Given.token(api.records(), "ada", Role.APPROVER, "prod-1"),
              Given.token(api.records(), "ada", Role.APPROVER, "*"));
      for (String proof : proofs) {
        Http.Answer made =
            otto.post(
                "/v1/clusters/prod-1/nodes/n1/actions",
                "{\"kind\":\"test.ping\",\"approve\":\"required\"}");
        String action = made.json().path("id").asString();
        Http.Answer answer =
            api.http()
                .with(proof)
                .send(
                    api.http()
                        .with(proof)
                        .request("/v1/actions/" + action + "/approve")
                        .header("Content-Type", "application/json")
                        .header("Muster-User", "grace")
                        .POST(Http.text("{}")));
        // No worker runs here: the engine refuses, or says nothing. Who asked was looked at before.
        assertThat(answer.status()).as(answer.text()).isIn(409, 503);
        assertThat(vouched(api, action)).containsExactly("ada");
      }
    }
  }

  private static List<String> vouched(RunningApi api, String action) {
    return JdbcClient.create(api.database().dataSource())
        .sql("select name from vouchers where subject = cast(:action as uuid)")
        .param("action", action)
        .query((row, number) -> row.getString("name"))
        .list();
  }
}
