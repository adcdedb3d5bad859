package dev.muster.kubernetes.status;

/** Ends a request with a status. Without a stack trace: it is a normal answer, not a bug. */
public final class StatusException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient KubeStatus status;

  public StatusException(KubeStatus status) {
    super(status.message(), null, false, false);
    this.status = status;
  }

  public KubeStatus status() {
    return status;
  }
}
