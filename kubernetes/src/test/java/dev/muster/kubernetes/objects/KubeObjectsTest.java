package dev.muster.kubernetes.objects;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.api.fixture.Http.Answer;
import dev.muster.api.fixture.RunningApi;
import dev.muster.kubernetes.fixture.Kube;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The whole way of requests; scripts/kube-check compares every answer with a real server's. */
final class KubeObjectsTest {

  private static final String MERGE = "application/merge-patch+json";
  private static final String APPLY = "application/apply-patch+yaml";

  private final Kube kube = Kube.fresh();

  @Test
  void aPlanThatIsCreatedHasAVersionAnIdAndAnOwner() {
    JsonNode plan = kube.create("p");
    assertThat(plan.at("/metadata/generation").asInt()).isEqualTo(1);
    assertThat(plan.at("/metadata/managedFields/0/manager").asString()).isEqualTo("test");
    assertThat(kube.get("/p").json()).isEqualTo(plan);
    Answer again = kube.send("POST", "", "application/json", Kube.plan("p"));
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.json().path("reason").asString()).isEqualTo("AlreadyExists");
  }

  @Test
  void whatIsOnlyTriedIsNotKept() {
    Answer tried = kube.send("POST", "?dryRun=All", "application/json", Kube.plan("tried"));
    assertThat(tried.status()).isEqualTo(201);
    assertThat(kube.get("/tried").status()).isEqualTo(404);
  }

  @Test
  void anUpdateOfAnOldVersionIsAConflict() {
    JsonNode plan = kube.create("p");
    kube.send("PATCH", "/p", MERGE, "{\"spec\": {\"id\": \"j\"}}");
    Answer late = kube.send("PUT", "/p", "application/json", plan.toString());
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.json().path("message").asString()).contains("the object has been modified");
    assertThat(kube.get("/p").json().at("/spec/id").asString()).isEqualTo("j");
  }

  @Test
  void whatAnotherOwnsIsAConflictUntilItIsForced() {
    kube.create("p");
    String config = Kube.plan("p").replace("\"i\"", "\"mine\"");
    Answer refused = kube.send("PATCH", "/p?fieldManager=me", APPLY, config);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.json().at("/details/causes/0/field").asString()).isEqualTo(".spec.id");
    Answer forced = kube.send("PATCH", "/p?fieldManager=me&force=true", APPLY, config);
    assertThat(forced.json().at("/spec/id").asString()).isEqualTo("mine");
  }

  @Test
  void anUnknownFieldIsRefusedOrToldOfOrLeftOut() {
    String body = Kube.plan("p").replace("\"spec\": {", "\"spec\": {\"foo\": 1, ");
    Answer strict = kube.send("POST", "?fieldValidation=Strict", "application/json", body);
    assertThat(strict.status()).isEqualTo(400);
    assertThat(strict.json().path("message").asString())
        .endsWith("strict decoding error: unknown field \"spec.foo\"");
    Answer warned = kube.send("POST", "", "application/json", body);
    assertThat(warned.whole().headers().firstValue("Warning"))
        .hasValue("299 - \"unknown field \\\"spec.foo\\\"\"");
    assertThat(warned.json().path("spec").has("foo")).isFalse();
  }

  @Test
  void theStatusIsNobodysToWrite() {
    kube.create("p");
    Answer write = kube.send("PATCH", "/p/status", MERGE, "{\"status\": {\"state\": \"Mine\"}}");
    assertThat(write.status()).isEqualTo(403);
    assertThat(kube.send("PATCH", "/p/status", MERGE, "{}").status()).isEqualTo(200);
  }

  @Test
  void aWatchTellsEachChangeSinceItsVersionOnceAndInOrder() {
    String from = kube.create("p").at("/metadata/resourceVersion").asString();
    kube.send("PATCH", "/p", MERGE, "{\"spec\": {\"id\": \"j\"}}");
    kube.create("q");
    kube.send("DELETE", "/p", "application/json", "{}");
    JsonNode events = kube.watch("&resourceVersion=" + from);
    assertThat(events.valueStream().map(one -> one.path("type").asString()))
        .containsExactly("MODIFIED", "ADDED", "DELETED");
    assertThat(events.valueStream().map(one -> one.at("/object/metadata/name").asString()))
        .containsExactly("p", "q", "p");
    assertThat(
            events
                .valueStream()
                .mapToLong(one -> one.at("/object/metadata/resourceVersion").asLong()))
        .isSorted()
        .doesNotHaveDuplicates();
  }

  @Test
  void aLabelThatGoesIsADeletionForWhoWatchesIt() {
    String from = kube.create("p").at("/metadata/resourceVersion").asString();
    kube.send("PATCH", "/p", MERGE, "{\"metadata\": {\"labels\": {\"a\": \"c\"}}}");
    kube.send("PATCH", "/p", MERGE, "{\"metadata\": {\"labels\": {\"a\": \"b\"}}}");
    JsonNode events = kube.watch("&labelSelector=a%3Db&resourceVersion=" + from);
    assertThat(events.valueStream().map(one -> one.path("type").asString()))
        .containsExactly("DELETED", "ADDED");
  }

  @Test
  void aWatchMayBeginWithWhatIsThereAndSaysWhenThatIsTold() {
    kube.create("p");
    JsonNode events =
        kube.watch(
            "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true");
    assertThat(events.valueStream().map(one -> one.path("type").asString()))
        .containsExactly("ADDED", "BOOKMARK");
    assertThat(
            events
                .at("/1/object/metadata/annotations")
                .path("k8s.io/initial-events-end")
                .asString())
        .isEqualTo("true");
  }

  @Test
  void problemsOfTheApiAreStatuses() {
    Answer none = Kube.of(RunningApi.shared().http(), "x").get("");
    assertThat(none.status()).isEqualTo(404);
    try (RunningApi asked =
        RunningApi.of(Kube.Served.class, "--muster.http.authentication=required")) {
      Answer nobody = Kube.of(asked.http(), "x").get("");
      assertThat(nobody.status()).isEqualTo(401);
      assertThat(nobody.json().path("kind").asString()).isEqualTo("Status");
      assertThat(nobody.json().path("reason").asString()).isEqualTo("Unauthorized");
      assertThat(nobody.whole().headers().firstValue("WWW-Authenticate")).isPresent();
    }
  }
}
