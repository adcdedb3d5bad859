package dev.muster.connections.settings;

import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.core.NestedExceptionUtils;

/**
 * A setting is wrong. The message is one line: its name, what is the matter, what was expected.
 * Never the value of what may be secret.
 */
public final class SettingProblem extends IllegalArgumentException {

  /** The exit code of a process whose settings are wrong: EX_CONFIG of sysexits.h. */
  public static final int EXIT_CODE = 78;

  private static final long serialVersionUID = 1L;

  public SettingProblem(String setting, String matter) {
    super("%s: %s".formatted(setting, matter));
  }

  /** What to tell if a setting is why a start failed; empty if it failed for another reason. */
  public static Optional<String> in(Throwable failure) {
    Optional<BindException> binding = Optional.empty();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SettingProblem problem) {
        return Optional.of(String.valueOf(problem.getMessage()));
      }
      if (cause instanceof BindException bind) {
        binding = Optional.of(bind);
      }
      if (isOfTheStartersCertificate(cause)) {
        return Optional.of(
            "spring.temporal.connection.mtls: %s (%s)"
                .formatted(cause.getMessage(), NestedExceptionUtils.getMostSpecificCause(cause)));
      }
      // Spring's own come with a cause or from its packages; ours are thrown by a record.
      if (binding.isPresent() && isOurs(cause)) {
        return Optional.of(String.valueOf(cause.getMessage()));
      }
    }
    return binding.map(SettingProblem::unreadable);
  }

  private static boolean isOfTheStartersCertificate(Throwable cause) {
    return Stream.of(cause.getStackTrace())
        .anyMatch(frame ->
            frame.getClassName().startsWith("io.temporal.spring.boot.")
                && frame.getMethodName().equals("configureMTLS"));
  }

  private static boolean isOurs(Throwable cause) {
    return cause instanceof IllegalArgumentException
        && cause.getStackTrace().length > 0
        && cause.getStackTrace()[0].getClassName().startsWith("dev.muster.");
  }

  private static String unreadable(BindException bind) {
    return "%s: it cannot be read (expected: %s)"
        .formatted(
            bind.getProperty() == null ? bind.getName() : bind.getProperty().getName(),
            bind.getTarget().getType().toClass().getSimpleName());
  }
}
