package dev.muster.agent.http;

import dev.muster.agent.node.AgentDescription;
import dev.muster.agent.store.ActionStore;
import dev.muster.agent.store.SnapshotReader;
import dev.muster.agent.store.StoredAction;
import dev.muster.domain.protocol.WireFormat;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import tools.jackson.core.JsonGenerator;

/**
 * {@code GET /v1/actions?since=CURSOR[&wait=SECONDS]}. Written as it is read, because there may be
 * more than memory holds.
 */
final class SnapshotResource implements Resource {

  private final ActionStore store;
  private final AgentDescription agent;
  private final LongAdder waiting;

  SnapshotResource(ActionStore store, AgentDescription agent, LongAdder waiting) {
    this.store = store;
    this.agent = agent;
    this.waiting = waiting;
  }

  @Override
  public void handle(Call call) throws IOException, InterruptedException {
    long since = call.number("since").orElse(0L);
    Duration wait = call.waiting();
    if (wait.isPositive()) {
      waiting.increment();
      try {
        store.changes().awaitAfter(since, wait);
      } finally {
        waiting.decrement();
      }
    }
    Answer answer = new Answer(call);
    try (JsonGenerator json = WireFormat.JSON.createGenerator(answer)) {
      store.snapshot(since, new Writer(json));
      json.writeEndArray().writeEndObject();
    }
    answer.finish();
  }

  /** The status is read after the cursor: who has seen the cursor has seen the status. */
  private final class Writer implements SnapshotReader {

    private final JsonGenerator json;

    Writer(JsonGenerator json) {
      this.json = json;
    }

    @Override
    public void begin(long cursor, long completeSince) {
      json.writeStartObject();
      json.writeName("info").writePOJO(agent.info());
      json.writeName("cursor").writeNumber(cursor);
      json.writeName("completeSince").writeNumber(completeSince);
      json.writeName("actions").writeStartArray();
    }

    @Override
    public void action(StoredAction action) {
      json.writePOJO(action.report());
    }
  }

  /** Small ones go out whole, with their length; larger ones in chunks. */
  private static final class Answer extends OutputStream {

    private static final int WHOLE = 256 * 1024;

    private final Call call;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream(2048);
    private Optional<OutputStream> stream = Optional.empty();

    Answer(Call call) {
      this.call = call;
    }

    @Override
    public void write(int one) throws IOException {
      write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (stream.isPresent()) {
        stream.get().write(bytes, offset, length);
        return;
      }
      buffer.write(bytes, offset, length);
      if (buffer.size() > WHOLE) {
        OutputStream started = call.stream("application/json");
        buffer.writeTo(started);
        buffer.reset();
        stream = Optional.of(started);
      }
    }

    /** The generator closes it also when reading failed: only a whole answer is one. */
    @Override
    public void close() {
      // finish() does
    }

    void finish() throws IOException {
      if (stream.isPresent()) {
        stream.get().close();
      } else {
        call.answer(200, "application/json", buffer.toByteArray());
      }
    }
  }
}
