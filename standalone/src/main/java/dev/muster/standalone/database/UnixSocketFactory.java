package dev.muster.standalone.database;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import javax.net.SocketFactory;

/**
 * Lets the JDBC driver reach a PostgreSQL by its Unix socket: {@code
 * jdbc:postgresql://any/muster?socketFactory=THIS_CLASS&socketFactoryArg=PATH}.
 */
public final class UnixSocketFactory extends SocketFactory {

  private final UnixDomainSocketAddress address;

  /**
   * Called by the driver.
   *
   * @param path of the socket
   */
  public UnixSocketFactory(String path) {
    this.address = UnixDomainSocketAddress.of(Path.of(path));
  }

  /** Connected already; what the driver has in its address is not asked for. */
  @Override
  public Socket createSocket() throws IOException {
    return new UnixSocket(address);
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return createSocket();
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return createSocket();
  }
}
