package dev.muster.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.agent.k0s.K0sVersionWatch;
import dev.muster.domain.protocol.ActionSnapshot;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The attribute by which an agent says which k0s runs on its node. */
final class K0sVersionTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;
  private K0sScene scene;

  @BeforeEach
  void begin() throws Exception {
    scene = K0sScene.in(folder);
  }

  @AfterEach
  void end() throws Exception {
    scene.close();
  }

  @Test
  void whatRunsIsToldAndWhoFollowsHearsOfAnotherVersion() throws Exception {
    try (TestAgent agent = TestAgent.start(folder.resolve("agent"), "--config", scene.config())) {
      await(agent, K0sScene.OLD);
      K0sTrial.done(agent, scene.update());
      await(agent, K0sScene.NEW);
    }
  }

  private static void await(TestAgent agent, String version) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    long cursor = 0;
    while (true) {
      ActionSnapshot seen = agent.caller().await(cursor, 1);
      if (seen.info().attributes().equals(Map.of(K0sVersionWatch.ATTRIBUTE, version))) {
        return;
      }
      assertThat(System.nanoTime()).as("%s, wanted: %s", seen.info(), version).isLessThan(end);
      cursor = seen.cursor();
    }
  }
}
