package dev.muster.connections.settings;

import java.util.regex.Pattern;
import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Masks secrets in what Spring's actuator shows of the environment, whoever exposes it and however
 * much it is told to show.
 */
public final class MaskedSettings implements SanitizingFunction {

  private static final Pattern SECRET =
      Pattern.compile(
          ".*(password|passwd|secret|token|api.?key|credential|key.?data|mtls.key|authorization|grpc.?meta)"
              + ".*",
          Pattern.CASE_INSENSITIVE);

  /** Credentials within an address. */
  private static final Pattern IN_ADDRESS =
      Pattern.compile(".*(//[^/@\\s]*:[^/@\\s]*@|[?&]password=).*", Pattern.CASE_INSENSITIVE);

  @Override
  public SanitizableData apply(SanitizableData data) {
    Object value = data.getValue();
    boolean secret =
        SECRET.matcher(data.getKey()).matches()
            || (value != null && IN_ADDRESS.matcher(String.valueOf(value)).matches());
    return secret ? data.withSanitizedValue() : data;
  }
}
