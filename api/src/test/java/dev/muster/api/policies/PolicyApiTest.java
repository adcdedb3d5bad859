package dev.muster.api.policies;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http;
import dev.muster.api.fixture.RunningApi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class PolicyApiTest {

  private static final RunningApi API = RunningApi.start();

  private final Http http = API.http();

  @AfterAll
  static void close() {
    API.close();
  }

  @Test
  void aPolicyIsStoredOnceNeverChangesAndHasItsNameChanged() {
    String yaml = yaml("two-go", "{event: CLUSTER_SCALE_IN, adjustment: {number: 2}}");

    assertThat(http.postYaml("/v1/policies", yaml).status()).isEqualTo(201);
    assertThat(http.postYaml("/v1/policies", yaml).status()).isEqualTo(200);
    Http.Answer other = http.postYaml("/v1/policies", yaml.replace("number: 2", "number: 3"));
    assertThat(other.status()).isEqualTo(409);
    assertThat(other.detail()).contains("policies do not change");

    String id = http.get("/v1/policies/two-go").json().path("id").asString();
    JsonNode renamed = http.patch("/v1/policies/two-go", "{\"name\":\"pair\"}").json();
    assertThat(renamed.path("name").asString()).isEqualTo("pair");
    assertThat(renamed.path("id").asString()).isEqualTo(id);
    assertThat(http.get("/v1/policies/two-go").status()).isEqualTo(404);
    assertThat(http.get("/v1/policies/" + id).json().at("/properties/adjustment/number").asInt())
        .isEqualTo(2);
    assertThat(http.patch("/v1/policies/pair", "{\"type\":\"batch\"}").status()).isEqualTo(400);
    assertThat(http.patch("/v1/policies/pair", "{\"name\":\"No Name\"}").status()).isEqualTo(400);

    assertThat(http.delete("/v1/policies/pair").status()).isEqualTo(204);
    assertThat(http.delete("/v1/policies/pair").status()).isEqualTo(404);
    assertThat(http.get("/v1/audit?limit=10").json().toString())
        .contains("policy.create", "policy.rename", "policy.remove");
  }

  @Test
  void findingsNameThePlaceAndTheLine() {
    Http.Answer answer = http.postYaml("/v1/policies", yaml("bad", "{event: CLUSTER_SCALE_UP}"));

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.problem()).isEqualTo("bad-policy");
    assertThat(answer.detail()).startsWith("/spec/properties/event: line 6: 'CLUSTER_SCALE_UP'");
    assertThat(
            http.postYaml("/v1/policies/check", yaml("bad", "{}")).json().at("/findings/0/message"))
        .hasToString(
            "\"line 6: 'event' is missing (expected: CLUSTER_SCALE_IN or CLUSTER_SCALE_OUT)\"");
    assertThat(http.get("/v1/schemas/policy.json").json().path("title").asString())
        .isEqualTo("Muster policy");
  }

  @Test
  void aClusterHasOneOfATypeAndItsPoliciesAreChangedAndDetached() {
    String path = "/v1/clusters/" + API.cluster(0) + "/policies";
    http.postYaml("/v1/policies", yaml("sc-in", "{event: CLUSTER_SCALE_IN}"));
    http.postYaml("/v1/policies", yaml("del-1", "{}").replace("scaling", "deletion"));
    http.postYaml("/v1/policies", yaml("del-2", "{}").replace("scaling", "deletion"));

    Http.Answer attached = http.post(path, "{\"policy\":\"del-1\"}");
    assertThat(attached.status()).isEqualTo(201);
    assertThat(attached.json().path("priority").asInt()).isEqualTo(400);
    assertThat(attached.json().path("enabled").asBoolean()).isTrue();
    assertThat(
            http.post(path, "{\"policy\":\"del-1\",\"priority\":7}")
                .json()
                .path("priority")
                .asInt())
        .as("as it is")
        .isEqualTo(400);
    assertThat(http.post(path, "{\"policy\":\"del-2\"}").detail())
        .contains("has policy del-1 of type deletion already");
    assertThat(http.post(path, "{\"policy\":\"sc-in\",\"enabled\":false,\"priority\":9}").status())
        .isEqualTo(201);

    JsonNode changed = http.patch(path + "/sc-in", "{\"enabled\":true}").json();
    assertThat(changed.path("enabled").asBoolean()).isTrue();
    assertThat(changed.path("priority").asInt()).isEqualTo(9);
    assertThat(http.patch(path + "/sc-in", "{\"priority\":-1}").detail())
        .contains("priority: -1 (expected: 0 to 10000)");
    assertThat(http.get(path).json().path("items")).hasSize(2);

    assertThat(http.delete("/v1/policies/del-1").detail()).contains("detach it there first");
    assertThat(http.delete(path + "/del-1").status()).isEqualTo(204);
    assertThat(http.delete(path + "/del-1").status()).isEqualTo(404);
    assertThat(http.get(path + "/del-1").status()).isEqualTo(404);
    assertThat(http.delete("/v1/policies/del-1").status()).isEqualTo(204);
  }

  @Test
  void whatIsNotThereIsSaid() {
    String path = "/v1/clusters/" + API.cluster(0) + "/policies";

    assertThat(http.post(path, "{\"policy\":\"nobody\"}").detail())
        .contains("there is no policy nobody");
    assertThat(http.post("/v1/clusters/never/policies", "{\"policy\":\"nobody\"}").detail())
        .contains("there is no cluster never");
    assertThat(http.get("/v1/clusters/never/policies").status()).isEqualTo(404);
    assertThat(http.get("/v1/policies?type=quantum").json().path("items").isEmpty()).isTrue();
  }

  private static String yaml(String name, String properties) {
    return """
    apiVersion: muster/v1
    kind: Policy
    metadata: {name: %s}
    spec:
      type: scaling
      properties: %s
    """
        .formatted(name, properties);
  }
}
