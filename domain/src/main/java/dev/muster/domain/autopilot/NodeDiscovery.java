package dev.muster.domain.autopilot;

import dev.muster.domain.playbook.Selector;
import java.util.List;

/** How a plan finds the nodes of a wave. */
public sealed interface NodeDiscovery {

  /** By name, in this order. Wins over a selector that stands beside it, as in Autopilot. */
  record Named(List<String> names) implements NodeDiscovery {
    public Named {
      names = List.copyOf(names);
    }
  }

  /**
   * All that match both.
   *
   * @param labels over the node's labels and {@code kubernetes.io/hostname}, {@code /os}, {@code
   *     /arch}
   * @param fields over {@code metadata.name} alone
   */
  record Selected(Selector labels, Selector fields) implements NodeDiscovery {}

  /** Neither: no nodes. */
  record Nobody() implements NodeDiscovery {}
}
