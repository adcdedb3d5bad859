package dev.muster.api.requests;

import dev.muster.api.problems.BodyTooLargeException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** A request's body that fails once more than its limit was read, or it took too long. */
final class BoundedStream extends ServletInputStream {

  private final ServletInputStream body;
  private final long limit;
  private final Duration time;
  private final long begunNanos = System.nanoTime();
  private long count;

  BoundedStream(ServletInputStream body, long limit, Duration time) {
    this.body = body;
    this.limit = limit;
    this.time = time;
  }

  @Override
  public int read() throws IOException {
    int value = body.read();
    count(value < 0 ? 0 : 1);
    return value;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = body.read(bytes, offset, length);
    count(Math.max(0, read));
    return read;
  }

  private void count(int read) throws IOException {
    count += read;
    if (count > limit) {
      throw new BodyTooLargeException(limit);
    }
    if (System.nanoTime() - begunNanos > time.toNanos()) {
      throw new SocketTimeoutException("the body took more than %d s".formatted(time.toSeconds()));
    }
  }

  @Override
  public boolean isFinished() {
    return body.isFinished();
  }

  @Override
  public boolean isReady() {
    return body.isReady();
  }

  @Override
  public void setReadListener(ReadListener listener) {
    body.setReadListener(listener);
  }

  @Override
  public void close() throws IOException {
    body.close();
  }
}
