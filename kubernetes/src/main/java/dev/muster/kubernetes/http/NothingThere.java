package dev.muster.kubernetes.http;

/** Ends a request for an address at which there is nothing. */
public final class NothingThere extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** As Kubernetes' server says it, which has no status for it. */
  public static final String WORDS = "404 page not found\n";

  public NothingThere() {
    super(WORDS, null, false, false);
  }
}
