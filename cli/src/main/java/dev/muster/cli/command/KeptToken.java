package dev.muster.cli.command;

import dev.muster.cli.login.Forms;
import dev.muster.cli.login.Login;
import dev.muster.cli.login.Provider;
import dev.muster.cli.rest.ApiFailure;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/** The token that {@code muster login} kept for a server, renewed before it ends. */
final class KeptToken implements Supplier<Optional<String>> {

  private final URI server;
  private final StoredTokens stored;
  private final InstantSource clock;

  KeptToken(URI server, StoredTokens stored, InstantSource clock) {
    this.server = server;
    this.stored = stored;
    this.clock = clock;
  }

  /**
   * @throws ApiFailure if it has ended and cannot be renewed
   */
  @Override
  public Optional<String> get() {
    Optional<Login> login = stored.login(server);
    return login.isEmpty() ? stored.of(server) : Optional.of(fresh(login.get()).token());
  }

  private Login fresh(Login login) {
    if (!login.endsSoon(clock.instant())) {
      return login;
    }
    try (Forms forms = new Forms()) {
      return stored.renewed(
          server,
          kept -> kept.endsSoon(clock.instant()),
          kept -> Provider.renewed(kept, forms, clock.instant()));
    } catch (ApiFailure failure) {
      if (login.isOver(clock.instant())) {
        throw failure;
      }
      return login; // it counts for some moments yet
    }
  }
}
