package dev.muster.senlin.http;

/** Ends a request for something of Senlin's that Muster does not have: 501, with what to do. */
public final class NotOffered extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public NotOffered(String why) {
    super(why, null, false, false);
  }
}
