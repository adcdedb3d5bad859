package dev.muster.api.actions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import org.junit.jupiter.api.Test;

/** What a node calls sensitive is shown nobody. */
final class SensitiveTest {

  private static final String SECRET = "correct-horse-battery-staple";

  @Test
  void theArgumentsThatANodeNamesAreMasked() {
    RunningApi api = RunningApi.shared();
    String cluster = api.cluster(1);
    api.database()
        .sql("update nodes set sensitive = '{password}' where cluster = '%s'".formatted(cluster));
    Http http = api.http();
    String path = "/v1/clusters/%s/nodes/node-1/actions".formatted(cluster);
    String request =
        """
        {"id": "%s", "kind": "test.success", "args": {"password": "%s", "list": ["x=%s"], "user": "ada"}}
        """;
    String id = java.util.UUID.randomUUID().toString();
    Http.Answer created = http.post(path, request.formatted(id, SECRET, SECRET));
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.json().path("args").toString())
        .isEqualTo("{\"list\":[\"x=•••\"],\"user\":\"ada\",\"password\":\"•••\"}");
    Http.Answer again = http.post(path, request.formatted(id, SECRET, SECRET));
    assertThat(again.status()).isEqualTo(200);
    Http.Answer other = http.post(path, request.formatted(id, SECRET + "x", SECRET));
    assertThat(other.status()).isEqualTo(409);
    api.database()
        .sql(
            """
            update actions set payload = '{"stdout":"got %s"}',
              error = '{"message":"no %s","causes":["%s"]}' where id = '%s'
            """
                .formatted(SECRET, SECRET, SECRET, id));
    for (String shown :
        java.util.List.of(
            created.text(),
            again.text(),
            other.text(),
            http.get("/v1/actions/" + id).text(),
            http.get("/v1/actions?cluster=" + cluster).text(),
            http.get("/v1/audit?cluster=" + cluster).text())) {
      assertThat(shown).doesNotContain(SECRET);
    }
    assertThat(http.get("/v1/actions/" + id).text()).contains("got •••").contains("no •••");
  }
}
