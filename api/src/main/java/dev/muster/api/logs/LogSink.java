package dev.muster.api.logs;

import dev.muster.api.logs.LogEndJson.MissingLogJson;
import dev.muster.api.logs.LogPartJson.LineJson;
import dev.muster.domain.protocol.WireFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Where lines go to; a slow reader makes who writes wait. */
interface LogSink {

  void part(LogPartJson part) throws IOException;

  void end(LogEndJson end) throws IOException;

  /** Nothing is new; keeps the connection, and finds a reader that has gone. */
  void stillHere() throws IOException;

  /** Server-sent events. */
  static LogSink events(OutputStream out) {
    return new LogSink() {
      @Override
      public void part(LogPartJson part) throws IOException {
        write("log", part);
      }

      @Override
      public void end(LogEndJson end) throws IOException {
        write("end", end);
      }

      @Override
      public void stillHere() throws IOException {
        out.write(": still here\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
      }

      private void write(String event, Object data) throws IOException {
        out.write(("event: " + event + "\ndata: ").getBytes(StandardCharsets.UTF_8));
        out.write(WireFormat.JSON.writeValueAsBytes(data));
        out.write("\n\n".getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    };
  }

  /** Text, each line after its prefix. */
  static LogSink text(OutputStream out, Prefix prefix) {
    return new LogSink() {
      @Override
      public void part(LogPartJson part) throws IOException {
        StringBuilder text = new StringBuilder();
        for (LineJson line : part.lines()) {
          text.append(prefix.of(part)).append(line.text()).append('\n');
        }
        write(text.toString());
      }

      @Override
      public void end(LogEndJson end) throws IOException {
        for (MissingLogJson missing : end.missing()) {
          write(missing.text() + "\n");
        }
      }

      @Override
      public void stillHere() throws IOException {
        out.flush();
      }

      private void write(String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
      }
    };
  }

  /** What stands before a line. */
  enum Prefix {
    NONE,
    NODE_AND_STEP;

    String of(LogPartJson part) {
      return switch (this) {
        case NONE -> "";
        case NODE_AND_STEP -> part.node() + part.step().map(step -> " " + step).orElse("") + " | ";
      };
    }
  }
}
