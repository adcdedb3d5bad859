package dev.muster.agent.settings;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Keys for HTTPS, as PKCS 12.
 *
 * @param trustStore certificates that clients must present; empty if they need none
 */
public record AgentTls(KeyFile keyStore, Optional<KeyFile> trustStore) {

  /** A file of keys, and the file that its password is in. */
  public record KeyFile(Path file, Path passwordFile) {}
}
