package dev.muster.agent.http;

import dev.muster.agent.engine.ActionFolders;
import dev.muster.agent.log.ActionLog;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.StoredAction;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;

/**
 * {@code GET /v1/actions/ID/log?offset=[&wait=]}: the bytes as they were printed. The headers say
 * where they begin (later than asked when the log was rotated), where to go on, and whether there
 * will be more.
 */
final class LogResource implements Resource {

  private static final int MOST_BYTES = 1024 * 1024;
  private static final Duration LOOK = Duration.ofMillis(50);

  private final ActionStore store;
  private final ActionFolders folders;

  LogResource(ActionStore store, ActionFolders folders) {
    this.store = store;
    this.folders = folders;
  }

  @Override
  public void handle(Call call) throws IOException, InterruptedException {
    UUID id = call.id(2);
    long offset = call.number("offset").orElse(0L);
    long end = System.nanoTime() + call.waiting().toNanos();
    while (true) {
      // Finished is asked first: what was printed before that is there when it is read.
      StoredAction action = find(id);
      boolean finished = action.times().finished().isPresent();
      ActionLog.Chunk chunk = read(action, offset);
      int length = chunk.bytes().remaining();
      if (length > 0 || finished || System.nanoTime() - end >= 0) {
        call.set("Muster-Log-Offset", Long.toString(chunk.offset()));
        call.set("Muster-Log-Next", Long.toString(chunk.next()));
        call.set("Muster-Log-Complete", Boolean.toString(finished && length < MOST_BYTES));
        byte[] bytes = new byte[length];
        chunk.bytes().get(bytes);
        call.answer(200, "text/plain; charset=utf-8", bytes);
        return;
      }
      store.changes().awaitAfter(store.changes().cursor(), LOOK);
    }
  }

  /** Without sensitive texts; what may be the beginning of one is kept back while there is more. */
  private ActionLog.Chunk read(StoredAction action, long offset) throws IOException {
    LogMask mask = LogMask.of(action.masking().values());
    long from = Math.max(0, offset - mask.lead());
    int before = (int) (offset - from);
    ActionLog.Chunk chunk = ActionLog.read(folders.of(action.id()), from, MOST_BYTES + before);
    if (mask.texts().isEmpty()) {
      return chunk;
    }
    byte[] bytes = Arrays.copyOf(chunk.bytes().array(), chunk.bytes().remaining());
    int kept = action.times().finished().isPresent() ? 0 : mask.begun(bytes);
    if (chunk.offset() > from) {
      mask.applyAtBeginning(bytes);
    }
    mask.apply(bytes);
    int skipped = Math.clamp(offset - chunk.offset(), 0, bytes.length);
    int length = Math.max(0, bytes.length - skipped - kept);
    return new ActionLog.Chunk(
        Math.max(offset, chunk.offset()), ByteBuffer.wrap(bytes, skipped, length).slice());
  }

  private StoredAction find(UUID id) throws IOException {
    return store.find(id).orElseThrow(() -> RequestProblem.unknownAction(id.toString()));
  }
}
