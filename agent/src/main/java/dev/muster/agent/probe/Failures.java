package dev.muster.agent.probe;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;

/** Network failures in plain words. */
public final class Failures {

  private Failures() {}

  /** What a person understands. */
  public static String shown(Exception failed) {
    String message = failed.getMessage() == null ? "" : failed.getMessage();
    return switch (failed) {
      case UnknownHostException unknown -> "host '%s' is unknown".formatted(message);
      case SocketTimeoutException late -> "no answer in time";
      case ConnectException refused -> "connection refused";
      case NoRouteToHostException none -> "no route to the host";
      case IOException other when message.isEmpty() -> other.getClass().getSimpleName();
      default -> message;
    };
  }

  /** Whether nothing listens there, as opposed to something that does not answer well. */
  static boolean nothingThere(IOException failed) {
    return failed instanceof UnknownHostException
        || failed instanceof ConnectException
        || failed instanceof NoRouteToHostException;
  }
}
