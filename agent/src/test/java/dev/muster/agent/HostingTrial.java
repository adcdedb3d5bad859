package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.domain.action.ActionState;
import dev.muster.domain.protocol.ActionReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.node.ObjectNode;

/**
 * A provider that is killed again and again while it works on members, some of which are killed
 * too, and what must be so when its actions have ended.
 */
final class HostingTrial implements AutoCloseable {

  private static final List<String> MEMBERS = List.of("web-1", "web-2", "web-3");
  private static final List<String> OPERATIONS = List.of("REBOOT", "REBUILD", "RECREATE");
  private static final int MOST_MILLIS_INTO_IT = 900;
  private static final Duration WITHIN = Duration.ofMinutes(1);

  private final HostingScene scene;
  private final TreeSet<String> present = new TreeSet<>();

  /** Those of which a process was killed, and nobody has recovered since. */
  private final TreeSet<String> wounded = new TreeSet<>();

  private AgentProcess provider;
  private int recovered;
  private int ended;

  HostingTrial(HostingScene scene) throws IOException {
    this.scene = scene;
    this.provider = scene.startProcess();
  }

  /** What an action was, and of whom. */
  private record Asked(String verb, String member, boolean service) {}

  /** How many actions were under way when their provider was killed. */
  int recovered() {
    return recovered;
  }

  int ended() {
    return ended;
  }

  void play(int seed) throws IOException {
    Random random = new Random(seed);
    Map<UUID, Asked> asked = new LinkedHashMap<>();
    for (int actions = 1 + random.nextInt(2); actions > 0; actions--) {
      ask(random, asked);
    }
    for (int kills = 1 + random.nextInt(2); kills > 0; kills--) {
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(MOST_MILLIS_INTO_IT)).toNanos());
      provider.kill();
      provider = scene.startProcess();
    }
    asked.forEach(this::awaitEnd);
    check();
    if (random.nextInt(4) == 0) {
      killAMember(random);
    }
  }

  private void ask(Random random, Map<UUID, Asked> asked) {
    String member = MEMBERS.get(random.nextInt(MEMBERS.size()));
    int dice = random.nextInt(10);
    String verb = dice < 4 ? "create" : dice < 6 ? "delete" : "recover";
    boolean dies = verb.equals("create") && random.nextInt(5) == 0;
    String spec =
        dies
            ? HostingScene.spec("{\"argv\": [\"sh\", \"-c\", \"exit 3\"]}")
            : HostingScene.sleeping();
    String more =
        verb.equals("recover")
            ? ", \"operation\": \"%s\"".formatted(OPERATIONS.get(random.nextInt(3)))
            : "";
    UUID id = provider.caller().accepted(HostingScene.action(verb, member, spec, more));
    asked.put(id, new Asked(verb, member, !dies));
  }

  private void awaitEnd(UUID id, Asked asked) {
    Caller caller = provider.caller();
    long end = System.nanoTime() + WITHIN.toNanos();
    long cursor = 0;
    ActionReport report = caller.action(id);
    while (!report.state().isFinal()) {
      assertThat(System.nanoTime()).as("%s %s", asked, report).isLessThan(end);
      cursor = caller.await(cursor, 1).cursor();
      report = caller.action(id);
    }
    ended++;
    if (report.transitions().orElseThrow().stream()
        .anyMatch(step -> step.why().orElse("").contains("recovered"))) {
      recovered++;
    }
    if (report.state() == ActionState.DONE) {
      if (!asked.verb().equals("create") || !present.contains(asked.member())) {
        wounded.remove(asked.member());
      }
      if (asked.verb().equals("delete")) {
        present.remove(asked.member());
      } else {
        assertThat(asked.service() || present.contains(asked.member())).as("%s", asked).isTrue();
        present.add(asked.member());
      }
    } else {
      assertThat(report.state()).as("%s %s", asked, report).isEqualTo(ActionState.FAILED);
      assertThat(report.error().orElseThrow().message())
          .as("%s", asked)
          .matches(
              "member web-. does not run: its (service|agent) has ended: .*"
                  + "|member web-. is there already.*|there is no member web-. on this node: RECREATE it");
    }
  }

  /** Folders, records, processes and what the actions said are one and the same. */
  private void check() throws IOException {
    assertThat(scene.left()).containsExactlyElementsOf(present);
    List<String> expected = new ArrayList<>();
    for (String member : present) {
      ObjectNode record = scene.record(member).orElseThrow();
      assertThat(record.has("going")).as("%s", record).isFalse();
      expected.add(
          scene.members().resolve(member).resolve(record.path("folder").asString()).toString());
    }
    List<HostingScene.Seen> leaders =
        scene.processes().stream().filter(HostingScene.Seen::leader).toList();
    assertThat(leaders)
        .as("processes without a record")
        .allMatch(one -> expected.contains(one.home()));
    assertThat(leaders.stream().map(one -> one.home() + one.part()))
        .as("two of one part")
        .doesNotHaveDuplicates();
    for (String member : present) {
      var how = HostingScene.check(provider.caller(), member);
      long of =
          leaders.stream()
              .filter(one -> one.home().startsWith(scene.members().resolve(member) + "/"))
              .count();
      String said = how.path("reason").asString("");
      if (of == 2) {
        assertThat(how.path("status").stringValue()).as("%s", how).isEqualTo("ACTIVE");
      } else {
        assertThat(said).as("%s of %d processes", member, of).contains("has ended");
        assertThat(wounded).contains(member);
      }
    }
  }

  private void killAMember(Random random) throws IOException {
    List<HostingScene.Seen> leaders =
        scene.processes().stream().filter(HostingScene.Seen::leader).toList();
    if (!leaders.isEmpty()) {
      HostingScene.Seen victim = leaders.get(random.nextInt(leaders.size()));
      wounded.add(
          victim.home().substring(scene.members().toString().length() + 1).split("/", 2)[0]);
      HostingScene.kill(victim.pid());
    }
  }

  /** Deletes all, and sees that nothing is left. */
  void end() throws IOException {
    for (String member : MEMBERS) {
      HostingScene.done(provider.caller(), HostingScene.action("delete", member, "{}", ""));
    }
    scene.expectNothingLeft();
  }

  @Override
  public void close() {
    provider.close();
  }
}
