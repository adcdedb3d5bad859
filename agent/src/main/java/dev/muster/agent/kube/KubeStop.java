package dev.muster.agent.kube;

import dev.muster.agent.execution.Wake;

/** What was wanted of a Kubernetes API was not done; the message says why, and how far it came. */
public final class KubeStop extends Exception {

  private static final long serialVersionUID = 1;

  private final Wake wake;

  /**
   * @param wake whether the action is to end; GO_ON if it could have gone on
   */
  KubeStop(Wake wake, String why) {
    super(why);
    this.wake = wake;
  }

  /** Whether the action is to end; GO_ON if the API is what it failed for. */
  public Wake wake() {
    return wake;
  }

  /** Why, in one sentence without an end. */
  public String why() {
    return String.valueOf(getMessage());
  }
}
