package dev.muster.worker.credentials;

import dev.muster.activities.agent.KnownCredentials;
import dev.muster.connections.background.BackgroundLoop;
import java.time.Duration;

/** Keeps what is known of credentials up to date; a look costs one row. */
public final class CredentialsLoop extends BackgroundLoop {

  private final KnownCredentials known;

  public CredentialsLoop(KnownCredentials known) {
    super("credentials", Duration.ofMillis(500));
    this.known = known;
  }

  @Override
  protected void turn() {
    known.look();
  }
}
