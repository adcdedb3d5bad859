package dev.muster.agent.k0s;

/** Where a node is in its update, in Autopilot's words. */
enum K0sPhase {
  /** The binary or bundle is brought beside its place. */
  DOWNLOADING("Downloading"),
  /** It could not be brought, or is another one than it must be; nothing was changed. */
  FAILED_DOWNLOAD("FailedDownload"),
  /** The node takes no new pods, and those that it has leave. */
  CORDONING("Cordoning"),
  /** The binary is exchanged; the service still runs the one of before. */
  APPLYING_UPDATE("ApplyingUpdate"),
  /** The service is restarted, and its version asked. */
  RESTART("Restart"),
  /** The node takes pods again. */
  UNCORDONING("UnCordoning");

  private final String word;

  K0sPhase(String word) {
    this.word = word;
  }

  /** Autopilot's. */
  String word() {
    return word;
  }
}
