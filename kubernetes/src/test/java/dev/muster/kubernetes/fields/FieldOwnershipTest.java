package dev.muster.kubernetes.fields;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.autopilot.ObjectKind;
import dev.muster.domain.protocol.WireFormat;
import dev.muster.kubernetes.fields.FieldOwnership.Applied;
import dev.muster.kubernetes.fields.FieldOwnership.Conflict;
import dev.muster.kubernetes.fields.FieldOwnership.Force;
import dev.muster.kubernetes.schema.CustomResource;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Every expectation here was seen at a real kube-apiserver 1.36 with the same definition. */
final class FieldOwnershipTest {

  private static final String KIND =
      "\"apiVersion\": \"autopilot.k0sproject.io/v1beta2\", \"kind\": \"Plan\"";
  private static final Instant FIRST = Instant.parse("2026-01-01T00:00:00Z");
  private static final Instant LATER = Instant.parse("2026-01-01T00:01:00.9Z");

  private static ObjectNode object(String rest) {
    return (ObjectNode) WireFormat.JSON.readTree("{%s, %s}".formatted(KIND, rest));
  }

  private static FieldOwnership at(Instant now) {
    return new FieldOwnership(CustomResource.of(ObjectKind.PLAN).object(), now);
  }

  private static final ObjectNode NOTHING = object("\"metadata\": {\"name\": \"x\"}");

  /** What the store makes of it. */
  private static ObjectNode stored(ObjectNode object) {
    ObjectNode stored = object.deepCopy();
    ((ObjectNode) stored.path("metadata")).put("uid", "1").put("resourceVersion", "7");
    return stored;
  }

  private static ObjectNode created(String manager) {
    return stored(
        at(FIRST)
            .updated(
                NOTHING,
                object(
                    """
                    "metadata": {"name": "x", "labels": {"a": "b"}},
                    "spec": {"id": "i", "timestamp": "t", "commands": []}
                    """),
                manager));
  }

  private static ObjectNode merged(Applied applied) {
    assertThat(applied).isInstanceOf(Applied.Merged.class);
    return ((Applied.Merged) applied).object();
  }

  private static JsonNode owners(ObjectNode object) {
    return object.path("metadata").path("managedFields");
  }

  private static JsonNode json(String text) {
    return WireFormat.JSON.readTree(text);
  }

  private static Applied apply(ObjectNode live, String spec, String manager, Force force) {
    return at(LATER)
        .apply(live, object("\"metadata\": {\"name\": \"x\"}, \"spec\": " + spec), manager, force);
  }

  @Test
  void whoCreatesOwnsEachFieldAndWhatHoldsIt() {
    assertThat(owners(created("curl")))
        .isEqualTo(
            json(
                """
                [{"manager": "curl", "operation": "Update",
                  "apiVersion": "autopilot.k0sproject.io/v1beta2", "time": "2026-01-01T00:00:00Z",
                  "fieldsType": "FieldsV1", "fieldsV1": {
                    "f:metadata": {"f:labels": {".": {}, "f:a": {}}},
                    "f:spec": {".": {}, "f:commands": {}, "f:id": {}, "f:timestamp": {}}}}]
                """));
  }

  @Test
  void whoUpdatesTakesWhatChangedFromItsOwner() {
    ObjectNode live = created("curl");
    ObjectNode wanted = live.deepCopy();
    ((ObjectNode) wanted.path("spec")).put("id", "j");
    JsonNode owners = owners(at(LATER).updated(live, wanted, "other"));
    assertThat(owners).hasSize(2);
    assertThat(owners.get(0).path("fieldsV1").path("f:spec").propertyNames())
        .containsExactly(".", "f:commands", "f:timestamp");
    assertThat(owners.get(1).path("manager").asString()).isEqualTo("other");
    assertThat(owners.get(1).path("fieldsV1")).isEqualTo(json("{\"f:spec\": {\"f:id\": {}}}"));
    assertThat(owners.get(1).path("time").asString()).isEqualTo("2026-01-01T00:01:00Z");
  }

  @Test
  void anUpdateThatChangesNothingTakesNothingAndLeavesTheTime() {
    ObjectNode live = created("curl");
    assertThat(at(LATER).updated(live, live.deepCopy(), "other")).isEqualTo(live);
  }

  @Test
  void aFieldThatIsGoneHasNoOwner() {
    ObjectNode live = created("curl");
    ObjectNode wanted = live.deepCopy();
    ((ObjectNode) wanted.path("metadata")).remove("labels");
    JsonNode owners = owners(at(LATER).updated(live, wanted, "other"));
    assertThat(owners).hasSize(1);
    assertThat(owners.get(0).path("fieldsV1").propertyNames()).containsExactly("f:spec");
  }

  @Test
  void anEmptyListOfOwnersTakesThemAwayAndNoneIsFollowed() {
    ObjectNode live = created("curl");
    ObjectNode wanted = live.deepCopy();
    ((ObjectNode) wanted.path("metadata")).putArray("managedFields");
    ((ObjectNode) wanted.path("spec")).put("id", "j");
    assertThat(owners(at(LATER).updated(live, wanted, "curl")).isMissingNode()).isTrue();
  }

  @Test
  void applyingAnewMakesTheObjectAndOwnsLeavesOnly() {
    ObjectNode object =
        merged(
            apply(
                NOTHING, "{\"id\": \"i\", \"timestamp\": \"t\", \"commands\": []}", "m", Force.NO));
    assertThat(object.path("spec").path("id").asString()).isEqualTo("i");
    assertThat(owners(object).get(0).path("operation").asString()).isEqualTo("Apply");
    assertThat(owners(object).get(0).path("fieldsV1"))
        .isEqualTo(json("{\"f:spec\": {\"f:commands\": {}, \"f:id\": {}, \"f:timestamp\": {}}}"));
  }

  @Test
  void applyingWhatIsSoAlreadyIsSharedAndHasNoTime() {
    ObjectNode object = merged(apply(created("curl"), "{\"id\": \"i\"}", "m1", Force.NO));
    assertThat(owners(object)).hasSize(2);
    assertThat(owners(object).get(0).has("time")).isFalse();
    assertThat(owners(object).get(1).path("fieldsV1").path("f:spec").has("f:id")).isTrue();
  }

  @Test
  void whatOthersOwnIsAConflictUntilItIsForced() {
    ObjectNode live = stored(merged(apply(created("curl"), "{\"id\": \"i\"}", "m1", Force.NO)));
    String spec = "{\"id\": \"m2\", \"timestamp\": \"u\"}";
    assertThat(apply(live, spec, "m2", Force.NO))
        .isEqualTo(
            new Applied.Conflicts(
                List.of(
                    new Conflict("\"m1\"", ".spec.id"),
                    new Conflict("\"curl\" using autopilot.k0sproject.io/v1beta2", ".spec.id"),
                    new Conflict(
                        "\"curl\" using autopilot.k0sproject.io/v1beta2", ".spec.timestamp"))));
    ObjectNode forced = merged(apply(live, spec, "m2", Force.YES));
    assertThat(forced.path("spec").path("id").asString()).isEqualTo("m2");
    assertThat(owners(forced)).hasSize(2);
    assertThat(owners(forced).get(1).path("fieldsV1").path("f:spec").propertyNames())
        .containsExactly(".", "f:commands");
  }

  @Test
  void whatIsNotAppliedAnyMoreGoesUnlessSomebodyElseOwnsIt() {
    ObjectNode mine =
        stored(
            merged(
                at(FIRST)
                    .apply(
                        NOTHING,
                        object(
                            """
                            "metadata": {"name": "x", "labels": {"a": "1", "b": "2"}},
                            "spec": {"id": "i", "timestamp": "t", "commands": []}
                            """),
                        "m",
                        Force.NO)));
    ObjectNode shared =
        stored(
            merged(
                at(FIRST)
                    .apply(
                        mine,
                        object("\"metadata\": {\"name\": \"x\", \"labels\": {\"b\": \"2\"}}"),
                        "n",
                        Force.NO)));
    ObjectNode after =
        merged(
            apply(
                shared, "{\"id\": \"i\", \"timestamp\": \"t\", \"commands\": []}", "m", Force.NO));
    assertThat(after.path("metadata").path("labels")).isEqualTo(json("{\"b\": \"2\"}"));
    ObjectNode alone =
        merged(
            apply(mine, "{\"id\": \"i\", \"timestamp\": \"t\", \"commands\": []}", "m", Force.NO));
    assertThat(alone.path("metadata").has("labels")).isFalse();
  }

  @Test
  void whatNobodyOwnedBelongsToNobodyOfBefore() {
    ObjectNode live = stored(created("curl"));
    ((ObjectNode) live.path("metadata")).remove("managedFields");
    assertThat(apply(live, "{\"id\": \"j\"}", "m", Force.NO))
        .isEqualTo(
            new Applied.Conflicts(
                List.of(
                    new Conflict(
                        "\"before-first-apply\" using autopilot.k0sproject.io/v1beta2",
                        ".spec.id"))));
  }

  @Test
  void kubectlGoesOverFromItsOwnAnnotationWithoutConflict() {
    ObjectNode wanted =
        object(
            """
            "metadata": {"name": "x", "annotations": {
              "kubectl.kubernetes.io/last-applied-configuration":
                "{\\"apiVersion\\":\\"autopilot.k0sproject.io/v1beta2\\",\\"kind\\":\\"Plan\\",\\"spec\\":{\\"id\\":\\"i\\"}}"}},
            "spec": {"id": "i", "timestamp": "t", "commands": []}
            """);
    ObjectNode live = stored(at(FIRST).updated(NOTHING, wanted, "kubectl-client-side-apply"));
    ObjectNode after = merged(apply(live, "{\"id\": \"j\"}", "kubectl", Force.NO));
    assertThat(after.path("spec").path("id").asString()).isEqualTo("j");
    assertThat(
            after
                .path("metadata")
                .path("annotations")
                .path("kubectl.kubernetes.io/last-applied-configuration")
                .asString())
        .isEqualTo(
            "{\"apiVersion\":\"autopilot.k0sproject.io/v1beta2\",\"kind\":\"Plan\",\"metadata\":{\"name\":\"x\"},\"spec\":{\"id\":\"j\"}}\n");
    assertThat(apply(live, "{\"timestamp\": \"u\"}", "kubectl", Force.NO))
        .isInstanceOf(Applied.Conflicts.class);
  }

  @Test
  void thoseWhoOnlyUpdatedAreTenAtMost() {
    ObjectNode live = created("m00");
    for (int i = 1; i <= 12; i++) {
      ObjectNode wanted = live.deepCopy();
      ((ObjectNode) wanted.path("metadata").path("labels")).put("l" + i, "v");
      live = stored(at(FIRST.plusSeconds(i)).updated(live, wanted, "m%02d".formatted(i)));
    }
    assertThat(owners(live)).hasSize(10);
    assertThat(owners(live).valueStream().map(one -> one.path("manager").asString()))
        .contains("ancient-changes", "m12")
        .doesNotContain("m00", "m03");
    JsonNode ancient = owners(live).get(0).path("fieldsV1");
    assertThat(IntStream.rangeClosed(1, 3).mapToObj(i -> "f:l" + i))
        .allMatch(ancient.path("f:metadata").path("f:labels")::has);
  }

  @Test
  void itemsOfListsThatAreMapsAreOwnedOneByOne() {
    ObjectNode wanted =
        object(
            """
            "metadata": {"name": "x", "ownerReferences": [{"uid": "u", "name": "n"}],
              "finalizers": ["f/g"]}
            """);
    JsonNode fields =
        owners(at(FIRST).updated(NOTHING, wanted, "m")).get(0).path("fieldsV1").path("f:metadata");
    assertThat(fields)
        .isEqualTo(
            json(
                """
                {"f:finalizers": {".": {}, "v:\\"f/g\\"": {}},
                 "f:ownerReferences": {".": {}, "k:{\\"uid\\":\\"u\\"}": {}}}
                """));
  }
}
