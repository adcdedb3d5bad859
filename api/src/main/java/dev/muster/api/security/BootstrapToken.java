package dev.muster.api.security;

import dev.muster.domain.identity.AccessToken;
import dev.muster.domain.identity.ClusterPattern;
import dev.muster.domain.identity.Role;
import dev.muster.records.Records;
import dev.muster.records.tokens.NewToken;
import dev.muster.records.tokens.TokenRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Leaves the first token in a file that only this account may read, unless a token is there that
 * still counts. It may do everything, so that whoever has the file can make the others; it is tried
 * until the database is there.
 */
public final class BootstrapToken implements SmartLifecycle {

  static final String NAME = "bootstrap";

  private static final Logger LOG = LoggerFactory.getLogger(BootstrapToken.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Path file;
  private final Records records;
  private final NewTokens tokens;
  private final Clock clock;
  private final AtomicReference<Optional<Thread>> thread = new AtomicReference<>(Optional.empty());

  public BootstrapToken(Path file, Records records, NewTokens tokens, Clock clock) {
    this.file = file;
    this.records = records;
    this.tokens = tokens;
    this.clock = clock;
  }

  @Override
  public void start() {
    thread.set(Optional.of(Thread.ofVirtual().name("muster-bootstrap").start(this::run)));
  }

  @Override
  public void stop() {
    thread.getAndSet(Optional.empty()).ifPresent(Thread::interrupt);
  }

  @Override
  public boolean isRunning() {
    return thread.get().isPresent();
  }

  private void run() {
    try {
      while (!ensured()) {
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException stopping) {
      LOG.debug("The bootstrap token is no longer waited for");
    }
  }

  private boolean ensured() {
    try {
      ensure();
      return true;
    } catch (DataAccessException | TransactionException away) {
      return false;
    } catch (UncheckedIOException unwritable) {
      LOG.error("The bootstrap token cannot be left at {}: {}", file, unwritable.getMessage());
      return true;
    }
  }

  /** Makes sure that the file has a token that counts. */
  void ensure() {
    Instant now = clock.instant();
    boolean there =
        written()
            .flatMap(records.tokens()::known)
            .filter(token -> token.standing(now) == TokenRecord.Standing.ACTIVE)
            .isPresent();
    if (there) {
      return;
    }
    NewToken wanted =
        new NewToken(
            UUID.randomUUID(),
            NAME,
            EnumSet.allOf(Role.class),
            List.of(ClusterPattern.ALL),
            Set.of(),
            now,
            "muster",
            Optional.empty());
    records.transaction(() -> {
      AccessToken secret = tokens.make(wanted).secret();
      write(secret);
      return secret;
    });
    LOG.info("A bootstrap token, which may do everything, is in {}", file);
  }

  private Optional<AccessToken> written() {
    try {
      return Files.exists(file)
          ? AccessToken.read(Files.readString(file).strip())
          : Optional.empty();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** Beside it first: nobody ever finds half of it, or may read it for a moment. */
  private void write(AccessToken secret) {
    try {
      Path folder = Files.createDirectories(file.toAbsolutePath().getParent());
      boolean posix = Files.getFileStore(folder).supportsFileAttributeView("posix");
      FileAttribute<?>[] owner =
          posix
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
              }
              : new FileAttribute<?>[0];
      Path next = Files.createTempFile(folder, "token", ".new", owner);
      Files.writeString(next, secret.reveal() + "\n");
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException unwritable) {
      throw new UncheckedIOException(unwritable);
    }
  }
}
