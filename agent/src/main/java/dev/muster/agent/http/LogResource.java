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
 * {@code GET /v1/actions/ID/log?offset=[&wait=][&most=]}: the bytes as they were printed. The
 * headers say where they begin (later than asked when the log was rotated), where to go on, where
 * the log ends by now, and whether there will be more.
 */
final class LogResource implements Resource {

  private static final int MOST_BYTES = 1024 * 1024;

  /** More than a sensitive text has, so that reading always gets on. */
  private static final int LEAST_BYTES = 128 * 1024;

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
    int most = Math.clamp(call.number("most").orElse((long) MOST_BYTES), LEAST_BYTES, MOST_BYTES);
    long end = System.nanoTime() + call.waiting().toNanos();
    while (true) {
      // Finished is asked first: what was printed before that is there when it is read.
      StoredAction action = find(id);
      boolean finished = action.times().finished().isPresent();
      ActionLog.Chunk chunk = read(action, offset, most);
      int length = chunk.bytes().remaining();
      if (length > 0 || finished || System.nanoTime() - end >= 0) {
        call.set("Muster-Log-Offset", Long.toString(chunk.offset()));
        call.set("Muster-Log-Next", Long.toString(chunk.next()));
        call.set("Muster-Log-End", Long.toString(chunk.end()));
        call.set("Muster-Log-Complete", Boolean.toString(finished && chunk.next() >= chunk.end()));
        byte[] bytes = new byte[length];
        chunk.bytes().get(bytes);
        call.answer(200, "text/plain; charset=utf-8", bytes);
        return;
      }
      store.changes().awaitAfter(store.changes().cursor(), LOOK);
    }
  }

  /**
   * Without sensitive texts. What may be the beginning of one is kept back while there is more; it
   * is masked where the rest of it is gone.
   */
  private ActionLog.Chunk read(StoredAction action, long offset, int most) throws IOException {
    LogMask mask = LogMask.of(action.masking().values());
    if (mask.texts().isEmpty()) {
      return ActionLog.read(folders.of(action.id()), offset, most);
    }
    long from = Math.max(0, offset - mask.lead());
    ActionLog.Chunk chunk =
        ActionLog.read(folders.of(action.id()), from, most + (int) (offset - from));
    if (chunk.isBeforeGap() && chunk.offset() + chunk.bytes().remaining() <= offset) {
      from = -1; // what is before it is gone
      chunk = ActionLog.read(folders.of(action.id()), chunk.next(), most);
    }
    byte[] bytes = Arrays.copyOf(chunk.bytes().array(), chunk.bytes().remaining());
    int begun = mask.begun(bytes);
    boolean last = action.times().finished().isPresent() && chunk.next() >= chunk.end();
    if (chunk.offset() > from) {
      mask.applyAtBeginning(bytes);
    }
    mask.apply(bytes);
    if (chunk.isBeforeGap()) {
      Arrays.fill(bytes, bytes.length - begun, bytes.length, (byte) '*');
    }
    int kept = last || chunk.isBeforeGap() ? 0 : begun;
    int skipped = Math.clamp(offset - chunk.offset(), 0, bytes.length);
    int length = Math.max(0, bytes.length - skipped - kept);
    long begin = Math.max(Math.min(offset, chunk.end()), chunk.offset());
    return new ActionLog.Chunk(
        begin,
        ByteBuffer.wrap(bytes, skipped, length).slice(),
        kept == 0 ? Math.max(begin, chunk.next()) : begin + length,
        chunk.end());
  }

  private StoredAction find(UUID id) throws IOException {
    return store.find(id).orElseThrow(() -> RequestProblem.unknownAction(id.toString()));
  }
}
