package dev.muster.standalone.engine;

import com.google.protobuf.MessageLite;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/**
 * What an embedded engine holds in memory, from what it was given: it keeps every event for as long
 * as it lives, and every event comes with a call that changes something. Measured and compared with
 * the heap in {@code docs/decisions/0015-the-embedded-engine-is-replaced.md}.
 */
final class EngineCost {

  /** Calls that leave something behind; everything else asks, polls or says that it is alive. */
  private static final Set<String> KEPT =
      Set.of(
          "StartWorkflowExecution",
          "SignalWorkflowExecution",
          "SignalWithStartWorkflowExecution",
          "ExecuteMultiOperation",
          "UpdateWorkflowExecution",
          "RequestCancelWorkflowExecution",
          "RespondWorkflowTaskCompleted",
          "RespondWorkflowTaskFailed",
          "RespondActivityTaskCompleted",
          "RespondActivityTaskFailed",
          "RespondActivityTaskCanceled");

  /** Events, state machines and the timer's notes that come with such a call. */
  private static final long BYTES_A_CALL = 6_000;

  /** Texts and payloads, as protobuf keeps them in memory, and copies of them. */
  private static final long BYTES_A_BYTE = 2;

  private final LongAdder bytes = new LongAdder();

  void count(String method, MessageLite request) {
    if (KEPT.contains(method)) {
      bytes.add(BYTES_A_CALL + BYTES_A_BYTE * request.getSerializedSize());
    }
  }

  long bytes() {
    return bytes.sum();
  }
}
