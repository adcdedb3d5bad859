package dev.muster.api.web;

import jakarta.servlet.ServletException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.tomcat.util.net.ApplicationBufferHandler;

/**
 * Gives up connections on which the rest of a body comes too slowly. Tomcat throws away what nobody
 * read, so that the caller gets to see the answer, and would wait for it as long as it drips.
 */
final class SlowBodies extends ValveBase {

  /** As much as Tomcat would throw away. */
  private static final long MOST_BYTES = 256L * 1024 * 1024;

  private final Duration time;

  /**
   * @param time for a body, from when its request is looked at
   */
  SlowBodies(Duration time) {
    super(true);
    this.time = time;
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    long begun = System.nanoTime();
    getNext().invoke(request, response);
    boolean mayHaveMore =
        !request.isAsync()
            && !request.getCoyoteRequest().hasExpectation()
            && (request.getContentLengthLong() > 0
                || request.getHeader("Transfer-Encoding") != null);
    if (mayHaveMore) {
      response.finishResponse();
      if (!restCame(request, begun)) {
        response.getCoyoteResponse().action(ActionCode.CLOSE_NOW, null);
      }
    }
  }

  /** Whether the body came to its end in time; a handler may have closed what it read it from. */
  private boolean restCame(Request request, long begun) {
    Sink sink = new Sink();
    long thrownAway = 0;
    try {
      int read = 0;
      while (read >= 0) {
        if (System.nanoTime() - begun > time.toNanos() || thrownAway > MOST_BYTES) {
          return false;
        }
        read = request.getCoyoteRequest().doRead(sink);
        thrownAway += read;
      }
      return true;
    } catch (IOException silent) {
      return false;
    }
  }

  /** Takes what comes, and forgets it. */
  private static final class Sink implements ApplicationBufferHandler {

    private ByteBuffer last = ByteBuffer.allocate(0);

    @Override
    public void setByteBuffer(ByteBuffer buffer) {
      last = buffer;
    }

    @Override
    public ByteBuffer getByteBuffer() {
      return last;
    }

    @Override
    public void expand(int size) {
      // Nothing is gathered.
    }
  }
}
