package dev.muster.standalone.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.cli.rest.ApiPath;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A cluster of members that are real agents, which a shell script on a provider's node makes. */
@ParameterizedClass(name = "on {0}")
@MethodSource("dev.muster.standalone.acceptance.TestedEngine#chosen")
final class MembersIT {

  private static final String CLUSTER = "prod";
  private static final Duration SOON = Duration.ofMinutes(2);

  private static final SharedMuster SHARED = new SharedMuster();
  private static Optional<ProvidedMembers> provided = Optional.empty();

  MembersIT(@SuppressWarnings("unused") TestedEngine engine) {}

  @BeforeParameterizedClassInvocation
  static void start(TestedEngine engine) throws IOException {
    Installation muster = SHARED.start(engine, CLUSTER);
    provided = Optional.of(ProvidedMembers.start(muster, CLUSTER, SHARED.folder()));
    muster.awaitUp(CLUSTER, 1);
  }

  @AfterParameterizedClassInvocation
  static void stop() throws IOException {
    if (provided.isPresent()) {
      provided.get().close();
    }
    SHARED.stop();
  }

  @Test
  void membersLiveFromCreateToDeleteThroughAKillInTheMiddleOfAScaleOut() throws IOException {
    Path profile = SHARED.folder().resolve("agents.yaml");
    Files.writeString(profile, ProvidedMembers.profile());
    assertThat(muster().said("profile", "apply", profile.toString()))
        .contains("Profile agents version 1 stored");

    done("cluster.create", "{\"profile\": \"agents\", \"desired\": 2, \"minSize\": 1}");
    muster().awaitUp(CLUSTER, 3);
    assertThat(members()).containsExactly("prod-1 ACTIVE UP", "prod-2 ACTIVE UP");

    aKillInTheMiddleOfAScaleOutMakesNoMemberTwiceAndLosesNone();
    aMemberWhoseProcessDiedIsMadeAnewAndTheOthersAreLeftAlone();

    done("cluster.check", "{}");
    done("cluster.scale-in", "{\"candidates\": [\"prod-1\"]}");
    assertThat(provider().processes()).containsOnlyKeys("prod-2", "prod-3", "prod-4");
    assertThat(muster().said("member", "sizes", CLUSTER)).containsPattern("desired +3");

    done("cluster.delete", "{}");
    assertThat(provider().processes()).isEmpty();
    assertThat(members()).isEmpty();
    assertThat(
            Json.items(
                muster().api().get(ApiPath.of("clusters", CLUSTER, "nodes")).json(), "items"))
        .extracting(node -> Json.text(node, "id"))
        .containsExactly("p1");
    assertThat(muster().said("profile", "delete", "agents")).contains("deleted");
  }

  private static void aKillInTheMiddleOfAScaleOutMakesNoMemberTwiceAndLosesNone()
      throws IOException {
    provider().hold();
    String out = post("cluster.scale-out", "{\"count\": 2}");
    Awaitility.await("the provider makes the first of the two")
        .atMost(SOON)
        .until(() -> provider().journal().size() == 3);
    muster().kill();
    provider().release();
    muster().startAgain();

    JsonNode ended = awaitEnd(out);
    assertThat(Json.text(ended, "state")).as(ended.toString()).isEqualTo("DONE");
    muster().awaitUp(CLUSTER, 5);
    assertThat(members())
        .containsExactly(
            "prod-1 ACTIVE UP", "prod-2 ACTIVE UP", "prod-3 ACTIVE UP", "prod-4 ACTIVE UP");
    assertThat(provider().processes()).containsOnlyKeys("prod-1", "prod-2", "prod-3", "prod-4");
    assertThat(provider().journal())
        .as("each was asked for once")
        .containsExactlyInAnyOrder(
            "member-create prod-1",
            "member-create prod-2",
            "member-create prod-3",
            "member-create prod-4");
    assertThat(
            Json.items(
                muster().api().get(ApiPath.of("actions").with("parent", out)).json(), "items"))
        .hasSize(2)
        .allMatch(child -> Json.text(child, "state").equals("DONE"));
  }

  private static void aMemberWhoseProcessDiedIsMadeAnewAndTheOthersAreLeftAlone()
      throws IOException {
    ProcessHandle killed = Optional.ofNullable(provider().processes().get("prod-2")).orElseThrow();
    killed.destroyForcibly();
    killed.onExit().join();
    done("cluster.recover", "{\"check\": true}");
    assertThat(provider().processes().keySet())
        .containsExactly("prod-1", "prod-2", "prod-3", "prod-4");
    assertThat(provider().journal())
        .filteredOn(line -> line.startsWith("member-recover"))
        .containsExactly("member-recover prod-2");
    muster().awaitUp(CLUSTER, 5);
  }

  private static void done(String kind, String args) {
    JsonNode ended = awaitEnd(post(kind, args));
    assertThat(Json.text(ended, "state")).as(ended.toString()).isEqualTo("DONE");
  }

  /** Each with its state and how its agent says that it is. */
  private static List<String> members() {
    return Json.items(
            muster().api().get(ApiPath.of("clusters", CLUSTER, "members")).json(), "items")
        .stream()
        .map(member ->
            "%s %s %s"
                .formatted(
                    Json.text(member, "node"),
                    Json.text(member, "state"),
                    Json.text(member, "status")))
        .toList();
  }

  private static String post(String kind, String args) {
    ObjectNode body = Json.object().put("kind", kind);
    body.set("args", Json.parse(args));
    return Json.text(
        muster().api().post(ApiPath.of("clusters", CLUSTER, "actions"), body).json(), "id");
  }

  private static JsonNode awaitEnd(String id) {
    return Awaitility.await("action %s is over".formatted(id))
        .atMost(SOON)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> muster().api().get(ApiPath.of("actions", id)).json(),
            action -> action.has("finishedAt"));
  }

  private static ProvidedMembers provider() {
    return provided.orElseThrow();
  }

  private static Installation muster() {
    return SHARED.get();
  }
}
