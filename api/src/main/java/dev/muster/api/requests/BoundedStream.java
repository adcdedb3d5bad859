package dev.muster.api.requests;

import dev.muster.api.problems.BodyTooLargeException;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;

/** A request's body that fails once more than its limit was read. */
final class BoundedStream extends ServletInputStream {

  private final ServletInputStream body;
  private final long limit;
  private long count;

  BoundedStream(ServletInputStream body, long limit) {
    this.body = body;
    this.limit = limit;
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
