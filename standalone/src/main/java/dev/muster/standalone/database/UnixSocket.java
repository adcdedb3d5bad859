package dev.muster.standalone.database;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/**
 * A connection to a Unix socket in the shape that the JDBC driver wants. One thread at a time uses
 * it; any thread may close it. A thread that is interrupted while it reads or writes closes it.
 */
final class UnixSocket extends Socket {

  private static final int BUFFER = 64 * 1024;

  private final SocketChannel channel;
  private volatile int timeoutMillis;

  UnixSocket(UnixDomainSocketAddress address) throws IOException {
    this.channel = SocketChannel.open(address);
  }

  @Override
  public InputStream getInputStream() {
    return new InputStream() {
      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer into = ByteBuffer.wrap(bytes, offset, length);
        return timeoutMillis == 0 ? channel.read(into) : receiveInTime(into);
      }
    };
  }

  @Override
  public OutputStream getOutputStream() {
    return new OutputStream() {
      @Override
      public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        ByteBuffer from = ByteBuffer.wrap(bytes, offset, length);
        while (from.hasRemaining()) {
          channel.write(from);
        }
      }
    };
  }

  /** A channel that blocks knows no time-out. */
  private int receiveInTime(ByteBuffer into) throws IOException {
    channel.configureBlocking(false);
    try {
      int received = channel.read(into);
      return received == 0 ? receiveLater(into) : received;
    } finally {
      if (channel.isOpen()) {
        channel.configureBlocking(true);
      }
    }
  }

  private int receiveLater(ByteBuffer into) throws IOException {
    try (Selector selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      if (selector.select(timeoutMillis) > 0) {
        return channel.read(into);
      }
      if (Thread.currentThread().isInterrupted()) {
        channel.close();
        throw new ClosedByInterruptException();
      }
      throw new SocketTimeoutException("nothing came within %d ms".formatted(timeoutMillis));
    }
  }

  @Override
  public void setSoTimeout(int millis) {
    timeoutMillis = millis;
  }

  @Override
  public int getSoTimeout() {
    return timeoutMillis;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public boolean isConnected() {
    return channel.isConnected();
  }

  @Override
  public boolean isBound() {
    return channel.isConnected();
  }

  // What a network has and a Unix socket has not.

  @Override
  public void connect(SocketAddress address, int timeout) {}

  @Override
  public void setTcpNoDelay(boolean on) {}

  @Override
  public boolean getTcpNoDelay() {
    return true;
  }

  @Override
  public void setKeepAlive(boolean on) {}

  @Override
  public boolean getKeepAlive() {
    return false;
  }

  @Override
  public void setReceiveBufferSize(int size) {}

  @Override
  public int getReceiveBufferSize() {
    return BUFFER;
  }

  @Override
  public void setSendBufferSize(int size) {}

  @Override
  public int getSendBufferSize() {
    return BUFFER;
  }
}
