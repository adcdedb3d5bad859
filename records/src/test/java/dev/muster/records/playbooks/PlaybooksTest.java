package dev.muster.records.playbooks;

import static dev.muster.records.RecordsFixture.T0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.domain.protocol.WireFormat;
import dev.muster.records.TestDatabase;
import dev.muster.records.sql.PageRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PlaybooksTest {

  @AutoClose private static final TestDatabase DATABASE = TestDatabase.fresh();

  private final Playbooks playbooks = DATABASE.records().playbooks();

  @Test
  void theSameContentIsTheSameVersion() {
    assertThat(playbooks.store(playbook("restart", "h1")).playbook().version().version())
        .isEqualTo(1);
    assertThat(playbooks.store(playbook("restart", "h2")).playbook().version().version())
        .isEqualTo(2);

    PlaybookStoring again = playbooks.store(playbook("restart", "h1"));

    assertThat(again).isInstanceOf(PlaybookStoring.Existing.class);
    assertThat(again.playbook().version().version()).isEqualTo(1);
    assertThat(playbooks.find("restart").orElseThrow().version().hash()).isEqualTo("h2");
    assertThat(playbooks.find("restart", 1).orElseThrow().definition().get("hash").stringValue())
        .isEqualTo("h1");
    assertThat(playbooks.find("nobody")).isEmpty();
  }

  @Test
  void versionsStoredTogetherGetDifferentNumbers() throws Exception {
    try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<PlaybookStoring>> stored = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        NewPlaybook playbook = playbook("contested", "h" + i);
        stored.add(people.submit(() -> playbooks.store(playbook)));
      }
      List<Integer> versions = new ArrayList<>();
      for (Future<PlaybookStoring> one : stored) {
        versions.add(one.get().playbook().version().version());
      }
      assertThat(versions)
          .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 8).boxed().toList());
    }
  }

  @Test
  void listsShowTheNewestOfEachAndVersionsNewestFirst() {
    playbooks.store(playbook("x-a", "h1"));
    playbooks.store(playbook("x-a", "h2"));
    playbooks.store(playbook("x-b", "h1"));

    assertThat(playbooks.list(new PageRequest(2, Optional.of("x"))).items())
        .extracting(version -> version.name() + version.version())
        .containsExactly("x-a2", "x-b1");
    var page = playbooks.versions("x-a", new PageRequest(1, Optional.empty()));
    assertThat(page.items()).extracting(PlaybookVersion::version).containsExactly(2);
    assertThat(playbooks.versions("x-a", new PageRequest(1, page.next())).items())
        .extracting(PlaybookVersion::version)
        .containsExactly(1);
    assertThatThrownBy(() -> playbooks.versions("x-a", new PageRequest(1, Optional.of("abc"))))
        .hasMessageContaining("marker: 'abc'");
  }

  private static NewPlaybook playbook(String name, String hash) {
    return new NewPlaybook(
        name,
        hash,
        "for tests",
        "source of " + hash,
        WireFormat.JSON.createObjectNode().put("hash", hash),
        T0,
        "ada");
  }
}
