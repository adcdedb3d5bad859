/**
 * Providers of secrets: the environment, files, HashiCorp Vault; and the settings that name them.
 */
package dev.muster.worker.secret;
