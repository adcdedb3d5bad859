package dev.muster.cli.command;

import dev.muster.cli.login.Login;
import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The tokens that {@code muster login} keeps, by server, in a file that is its owner's alone:
 * {@code $XDG_CONFIG_HOME/muster/tokens.json}, or under {@code ~/.config}.
 */
final class StoredTokens {

  private static final Set<PosixFilePermission> OWNER =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  /** A file's lock is a process's. */
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

  private final Optional<Path> file;

  private StoredTokens(Optional<Path> file) {
    this.file = file;
  }

  static StoredTokens in(Map<String, String> environment) {
    return new StoredTokens(
        folder(environment, "XDG_CONFIG_HOME")
            .or(() -> folder(environment, "HOME").map(home -> home.resolve(".config")))
            .map(config -> config.resolve("muster").resolve("tokens.json")));
  }

  private static Optional<Path> folder(Map<String, String> environment, String variable) {
    return Optional.ofNullable(environment.get(variable))
        .filter(value -> !value.isBlank())
        .map(Path::of);
  }

  /** The token of a server, if one is kept. */
  Optional<String> of(URI server) {
    return kept(server)
        .flatMap(
            one -> one.isString() ? Optional.of(one.asString()) : login(server).map(Login::token));
  }

  /** What a provider gave for a server, if that is what is kept. */
  Optional<Login> login(URI server) {
    return kept(server).filter(JsonNode::isObject).flatMap(Login::read);
  }

  private Optional<JsonNode> kept(URI server) {
    return file.filter(Files::exists).map(kept -> read(kept).path(key(server)));
  }

  /** Keeps a token in the place of the one that there was; where it is kept. */
  Path keep(URI server, String token) {
    return alone(kept -> {
      ObjectNode tokens = Files.exists(kept) ? read(kept) : Json.object();
      tokens.put(key(server), token);
      write(kept, tokens);
      return kept;
    });
  }

  /** Keeps what a provider gave; where it is kept. */
  Path keep(URI server, Login login) {
    return alone(kept -> {
      keepNow(kept, server, login);
      return kept;
    });
  }

  /**
   * The login of a server, or the next one, if it is time for that: the same next one for all
   * processes that want it at once, as a provider may give only one.
   */
  Login renewed(URI server, Predicate<Login> isDue, UnaryOperator<Login> next) {
    return alone(kept -> {
      Login login = login(server).orElseThrow(() -> gone(server));
      if (!isDue.test(login)) {
        return login;
      }
      Login renewed = next.apply(login);
      keepNow(kept, server, renewed);
      return renewed;
    });
  }

  private static UsageFailure gone(URI server) {
    return new UsageFailure(
        "The login for %s was forgotten meanwhile: muster login".formatted(server));
  }

  private static void keepNow(Path kept, URI server, Login login) {
    ObjectNode tokens = Files.exists(kept) ? read(kept) : Json.object();
    tokens.set(key(server), login.json());
    write(kept, tokens);
  }

  /** Whether there was one to forget. */
  boolean forget(URI server) {
    if (of(server).isEmpty()) {
      return false;
    }
    return alone(kept -> {
      ObjectNode tokens = read(kept);
      tokens.remove(key(server));
      write(kept, tokens);
      return true;
    });
  }

  /** While no other process, and no other thread, changes what is kept. */
  private <T> T alone(Function<Path, T> work) {
    Path kept =
        file.orElseThrow(
            () -> new UsageFailure("There is no place to keep a token: HOME is not set"));
    ONE_AT_A_TIME.lock();
    try {
      Path folder = Files.createDirectories(kept.toAbsolutePath().getParent());
      try (FileChannel lock =
              FileChannel.open(
                  folder.resolve("tokens.lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          FileLock held = lock.lock()) {
        requireHeld(held);
        return work.apply(kept);
      }
    } catch (IOException e) {
      throw new UsageFailure(kept + ": cannot be written: " + e.getMessage());
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  private static void requireHeld(FileLock held) throws IOException {
    if (!held.isValid()) {
      throw new IOException("its lock was lost");
    }
  }

  private static String key(URI server) {
    return server.toString();
  }

  private static ObjectNode read(Path kept) {
    try {
      if (isPosix(kept) && !OWNER.containsAll(Files.getPosixFilePermissions(kept))) {
        throw new UsageFailure(
            "%s can be read by others, and tokens are in it: chmod 600 it, and revoke them (muster token revoke)"
                .formatted(kept));
      }
      JsonNode json = Json.parse(Files.readString(kept));
      if (json instanceof ObjectNode tokens) {
        return tokens;
      }
      throw new UsageFailure(kept + ": this is no file of tokens; remove it, and muster login");
    } catch (JacksonException e) {
      throw new UsageFailure(kept + ": this is no file of tokens; remove it, and muster login");
    } catch (IOException e) {
      throw new UsageFailure(kept + ": cannot be read: " + e.getMessage());
    }
  }

  /** Beside it first, so that nobody ever finds half a file, or one that others may read. */
  private static void write(Path kept, ObjectNode tokens) {
    try {
      Path folder = Files.createDirectories(kept.toAbsolutePath().getParent());
      Path next =
          isPosix(folder)
              ? Files.createTempFile(
                  folder,
                  "tokens",
                  ".new",
                  PosixFilePermissions.asFileAttribute(
                      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE)))
              : Files.createTempFile(folder, "tokens", ".new");
      Files.writeString(next, Json.write(tokens) + "\n");
      Files.move(next, kept, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UsageFailure(kept + ": cannot be written: " + e.getMessage());
    }
  }

  private static boolean isPosix(Path path) throws IOException {
    return Files.getFileStore(path).supportsFileAttributeView("posix");
  }
}
