package dev.muster.activities.cycle;

import dev.muster.domain.cluster.NodeId;
import dev.muster.domain.run.RunId;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Tells runs what a cycle did, beside its deliveries. Those whose next stage is started by the same
 * cycle are told when that is done: they have nothing to do before.
 */
final class Telling {

  private final Delivery delivery;
  private final List<Thread> threads = new ArrayList<>();
  private final Set<RunId> later = new LinkedHashSet<>();
  private final Set<NodeId> opened = new TreeSet<>();

  Telling(Delivery delivery) {
    this.delivery = delivery;
  }

  void of(Deciding.Decided decided) {
    opened.addAll(decided.opened());
    if (opened.isEmpty()) {
      threads.addAll(delivery.tell(decided.tell()));
    } else {
      later.addAll(decided.tell());
    }
  }

  /** Nodes of stages that were opened and not visited since. */
  Set<NodeId> opened() {
    return opened;
  }

  List<NodeId> takeOpened() {
    List<NodeId> taken = List.copyOf(opened);
    opened.clear();
    return taken;
  }

  /** Tells those that were to be told later. */
  void rest() {
    threads.addAll(delivery.tell(later));
    later.clear();
  }

  /** Tells the rest, and returns when all are told. */
  void end() throws InterruptedException {
    rest();
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
