package dev.muster.domain.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.rollout.Attempt;
import dev.muster.domain.run.RunSituation;
import dev.muster.domain.run.StagePlan.OnFailure;
import dev.muster.domain.run.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Whole rollouts as text. A change of policy shows as a change of story: run with {@code
 * -Dmuster.stories.write} to write them again, then read the difference.
 */
class StoriesTest {

  private static final Path FOLDER = Path.of("src", "test", "resources", "stories");

  private static void check(String name, Story story) throws IOException {
    String told = story.tell();
    Path file = FOLDER.resolve(name + ".txt");
    if (Boolean.getBoolean("muster.stories.write")) {
      Files.writeString(file, told);
    }
    assertThat(file)
        .as("-Dmuster.stories.write writes it again; read the difference before you keep it")
        .hasContent(told);
  }

  private static FakeRun add(Story story, String label) {
    FakeRun run = new FakeRun(label);
    story.cluster().runs.add(run);
    return run;
  }

  private static void stage(FakeRun run, Plans plan, List<NodeId> nodes) {
    run.add(plan.at(run.stages.size()), nodes);
  }

  @Test
  void canaryThenTheRest() throws IOException {
    Story story = new Story("A canary that must settle, then the rest two at a time.", 5);
    FakeRun run = add(story, "restart");
    List<NodeId> nodes = story.cluster().ids();
    Duration five = Duration.ofSeconds(5);
    stage(
        run,
        Plans.stage("canary", 1)
            .step("drain")
            .step("restart")
            .settle(five, five, five.multipliedBy(12)),
        nodes.subList(0, 1));
    stage(
        run,
        Plans.stage("rest", 4).step("drain").step("restart").concurrency(2).minHealthy(2),
        nodes.subList(1, 5));
    check("canary-then-the-rest", story);
  }

  @Test
  void batchesAndABudget() throws IOException {
    Story story =
        new Story("Batches of 1, 2 and 3 with a budget of 1; the second failure stops them.", 8);
    FakeRun run = add(story, "upgrade");
    stage(
        run,
        Plans.stage("all", 8).step("install").concurrency(3).batches("1", "2", "3").maxFailures(1),
        story.cluster().ids());
    story.fate("upgrade n2 install", Fate.Ending.failed(Duration.ofSeconds(10)));
    story.fate("upgrade n5 install", Fate.Ending.failed(Duration.ofSeconds(5)));
    check("batches-and-a-budget", story);
  }

  @Test
  void retriesThenRollsBack() throws IOException {
    Story story =
        new Story("A step that fails three times, and the rollback of the nodes touched.", 4);
    FakeRun run = add(story, "upgrade");
    stage(
        run,
        Plans.stage("all", 4)
            .step("install", 2, Duration.ofSeconds(20))
            .concurrency(2)
            .onFailure(OnFailure.ROLLBACK),
        story.cluster().ids());
    stage(run, Plans.stage("undo", 0).step("put-back").concurrency(4).rollback(), List.of());
    story.fate("upgrade n2 install", Fate.Ending.failed(Duration.ofSeconds(5)));
    story.fate("upgrade n2 install#2", Fate.Ending.failed(Duration.ofSeconds(5)));
    story.fate(
        "upgrade n2 install#3",
        new Fate.Ending(Duration.ofSeconds(5), ActionState.FAILED, Attempt.Cause.TIMED_OUT));
    check("retries-then-rolls-back", story);
  }

  @Test
  void downNodesFirst() throws IOException {
    Story story = new Story("Four of five must stay up; the node that is down costs nothing.", 5);
    FakeRun run = add(story, "restart");
    stage(
        run,
        Plans.stage("all", 5).step("restart").concurrency(5).minHealthy(3),
        story.cluster().ids());
    story.status(0, "n4", NodeStatus.UNHEALTHY);
    story.status(40, "n4", NodeStatus.UP);
    story.status(20, "n5", NodeStatus.UNREACHABLE);
    check("a-node-that-is-down", story);
  }

  @Test
  void pausedToMendANode() throws IOException {
    Story story = new Story("A person pauses the run, mends a node by hand and lets it go on.", 3);
    FakeRun run = add(story, "restart");
    stage(run, Plans.stage("all", 3).step("drain").step("restart"), story.cluster().ids());
    story.at(
        5, "bruno pauses the run", world -> world.runs.getFirst().pausedBy = Optional.of("bruno"));
    story.at(
        20,
        "bruno mends n3 by hand, and n1 too",
        world -> {
          world.addAction("mend n3", Optional.of(new NodeId("n3")));
          world.addAction("mend n1", Optional.of(new NodeId("n1")));
        });
    story.at(40, "bruno lets it go on", world -> world.runs.getFirst().pausedBy = Optional.empty());
    check("paused-to-mend-a-node", story);
  }

  @Test
  void approvalThenWindow() throws IOException {
    Story story = new Story("Two people must approve, and nodes may start in a window only.", 2);
    FakeRun run = add(story, "upgrade");
    Window window =
        new Window(new TreeSet<>(), LocalTime.of(8, 5), Duration.ofSeconds(15), ZoneId.of("UTC"));
    Window next =
        new Window(new TreeSet<>(), LocalTime.of(8, 10), Duration.ofMinutes(5), ZoneId.of("UTC"));
    stage(
        run,
        Plans.stage("all", 2)
            .approval(2, Duration.ofHours(1), "bruno", "carla", "anna")
            .windows(window, next),
        story.cluster().ids());
    int second = 60;
    for (String who : List.of("anna", "bruno", "carla")) {
      story.at(second, who + " says yes", world -> approve(world.runs.getFirst(), who));
      second += 60;
    }
    check("approval-then-window", story);
  }

  private static void approve(FakeRun run, String who) {
    run.stages
        .getFirst()
        .answers
        .add(
            new RunSituation.Answer(
                who, RunSituation.Answer.Verdict.APPROVE, Instant.parse("2026-03-02T08:01:00Z")));
  }

  @Test
  void exclusiveActionWaitsAndGoesFirst() throws IOException {
    Story story = new Story("An exclusive action closes the door behind the nodes in work.", 4);
    FakeRun run = add(story, "restart");
    stage(run, Plans.stage("all", 4).step("drain").step("restart"), story.cluster().ids());
    story.at(
        5,
        "somebody asks for a failover, exclusively",
        world -> world.addAction("failover", Optional.empty()).exclusive = true);
    story.at(
        10,
        "and somebody for a check of n4",
        world -> world.addAction("check n4", Optional.of(new NodeId("n4"))));
    check("an-exclusive-action", story);
  }

  @Test
  void cancelledInTheMiddle() throws IOException {
    Story story = new Story("Cancelled in the middle: what runs ends, the rest never starts.", 4);
    FakeRun run = add(story, "restart");
    stage(
        run,
        Plans.stage("all", 4).step("drain").step("restart").concurrency(2),
        story.cluster().ids());
    story.at(
        15,
        "anna cancels the run",
        world -> world.runs.getFirst().cancelledBy = Optional.of("anna"));
    check("cancelled-in-the-middle", story);
  }

  @Test
  void twoRunsOnTheSameNodes() throws IOException {
    Story story = new Story("Two runs over the same nodes never meet on one.", 3);
    for (String label : List.of("restart", "upgrade")) {
      stage(add(story, label), Plans.stage("all", 3).step("do"), story.cluster().ids());
    }
    check("two-runs-on-the-same-nodes", story);
  }
}
