package dev.muster.cli.command;

import dev.muster.cli.rest.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
    return file.filter(Files::exists).flatMap(kept -> Json.optional(read(kept), key(server)));
  }

  /** Keeps a token in the place of the one that there was; where it is kept. */
  Path keep(URI server, String token) {
    Path kept =
        file.orElseThrow(
            () -> new UsageFailure("There is no place to keep a token: HOME is not set"));
    ObjectNode tokens = Files.exists(kept) ? read(kept) : Json.object();
    tokens.put(key(server), token);
    write(kept, tokens);
    return kept;
  }

  /** Whether there was one to forget. */
  boolean forget(URI server) {
    if (of(server).isEmpty()) {
      return false;
    }
    Path kept = file.orElseThrow();
    ObjectNode tokens = read(kept);
    tokens.remove(key(server));
    write(kept, tokens);
    return true;
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
