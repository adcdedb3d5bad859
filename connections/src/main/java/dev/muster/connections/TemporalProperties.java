package dev.muster.connections;

import java.util.Optional;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What was set as {@code muster.temporal.*}. {@link TemporalSettings} has what holds in the end.
 *
 * @param apiKeyFile read again for every call, so that a key can be changed without a restart
 * @param codecKeyFile switches the encryption of payloads on
 * @param codecUiOrigin of a Web UI that may ask for decoding, such as {@code http://host:8233}
 */
@ConfigurationProperties("muster.temporal")
record TemporalProperties(
    Optional<String> address,
    Optional<String> namespace,
    @DefaultValue("server") String engine,
    Optional<String> apiKey,
    Optional<String> apiKeyFile,
    @DefaultValue Tls tls,
    Optional<String> codecKeyFile,
    Optional<String> codecUiOrigin) {

  /** {@code muster.temporal.tls.*}; each PEM as a file, or as the text itself. */
  record Tls(
      Optional<String> enabled,
      Optional<String> serverName,
      Optional<String> serverCaCertPath,
      Optional<String> serverCaCertData,
      Optional<String> clientCertPath,
      Optional<String> clientCertData,
      Optional<String> clientKeyPath,
      Optional<String> clientKeyData,
      Optional<String> disableHostVerification) {}

  /** Without what is secret. */
  @Override
  public String toString() {
    return "TemporalProperties[engine=" + engine + "]";
  }
}
