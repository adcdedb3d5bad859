package dev.muster.activities.watch;

import dev.muster.domain.cluster.NodeStatus;
import dev.muster.domain.protocol.ActionReport;
import dev.muster.domain.protocol.ActionSnapshot;

/** How much a change on a node matters to the next cycle. */
enum News {
  /** Nothing changed. */
  QUIET,
  /** Worth recording, but nothing waits for it: an action began, or made progress. */
  SOON,
  /** Something may start because of it: an action ended, the node's status changed. */
  NOW;

  /** What a snapshot brings beyond what was recorded under {@code cursor} and {@code status}. */
  static News of(ActionSnapshot snapshot, long cursor, NodeStatus status) {
    boolean turned =
        switch (status) {
          // An agent that answers does not bring it back: its source does.
          case VANISHED -> false;
          case UNKNOWN, UNREACHABLE -> true;
          case UP, UNHEALTHY, NODE_DOWN -> snapshot.info().status() != status;
        };
    if (turned) {
      return NOW;
    }
    for (ActionReport action : snapshot.actions()) {
      if (action.state().isFinal()) {
        return NOW;
      }
    }
    return snapshot.cursor() == cursor ? QUIET : SOON;
  }
}
