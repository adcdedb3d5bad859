package dev.muster.worker.secret;

import dev.muster.activities.secret.SecretSource;

/**
 * A field of a secret in Vault's KV engine, version 2.
 *
 * @param path below the mount, such as {@code prod/db}
 */
record VaultSource(Vault vault, String path, String field) implements SecretSource {

  @Override
  public Reading read() {
    return vault.read(path, field);
  }
}
