package dev.muster.domain.playbook;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class NaturalOrderTest {

  @Test
  void countsAsPeopleDo() {
    List<String> names =
        new ArrayList<>(
            List.of("node-10", "node-2", "node-1", "node", "a-9-b", "a-10-a", "node-02", "b"));
    names.sort(NaturalOrder.INSTANCE);

    assertThat(names)
        .containsExactly("a-9-b", "a-10-a", "b", "node", "node-1", "node-02", "node-2", "node-10");
  }

  @Test
  void isATotalOrder() {
    Random random = new Random(11);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      StringBuilder name = new StringBuilder();
      for (int n = random.nextInt(6); n >= 0; n--) {
        name.append("ab-.019".charAt(random.nextInt(7)));
      }
      names.add(name.toString());
    }
    for (String a : names) {
      for (String b : names) {
        int order = NaturalOrder.INSTANCE.compare(a, b);
        assertThat(Integer.signum(NaturalOrder.INSTANCE.compare(b, a)))
            .isEqualTo(-Integer.signum(order));
        assertThat(order == 0).isEqualTo(a.equals(b));
      }
    }
    List<String> sorted = new ArrayList<>(names);
    sorted.sort(NaturalOrder.INSTANCE);
    Collections.shuffle(names, random);
    names.sort(NaturalOrder.INSTANCE);
    assertThat(names).isEqualTo(sorted);
  }
}
