package dev.muster.agent.store;

/** More unfinished actions than the agent takes; nothing of the submission was stored. */
public final class QueueFullException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** With the number of unfinished actions. */
  public QueueFullException(int unfinished) {
    super("%d actions are unfinished already".formatted(unfinished));
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
